export type AssetKind = 'images' | 'files'

/** Pixels: the file name has five digits for each side. */
export const maxAssetSide = 99_999

const image = String.raw`[0-9a-f]{40}-\d{1,5}x\d{1,5}`
const imageId = new RegExp(`^image-(${image})-([a-z0-9]{1,8})$`)
const fileId = /^file-([0-9a-f]{40})-([a-z0-9]{1,16})$/

const names = {
  images: new RegExp(`^${image}\\.[a-z0-9]{1,8}$`),
  files: /^[0-9a-f]{40}(\.[a-z0-9]{1,16})?$/,
}

/** Whether this is the name of an asset file. A valid name contains no path. */
export function isAssetName(kind: AssetKind, name: string): boolean {
  return names[kind].test(name)
}

/** The file of an asset document by the document's id; undefined for other documents. */
export function fileOfAsset(documentId: string): { kind: AssetKind; name: string } | undefined {
  const ofImage = imageId.exec(documentId)
  if (ofImage !== null) return { kind: 'images', name: `${ofImage[1]}.${ofImage[2]}` }
  const ofFile = fileId.exec(documentId)
  return ofFile === null ? undefined : { kind: 'files', name: `${ofFile[1]}.${ofFile[2]}` }
}

/** Image formats accepted for upload, by sharp's name, with Sanity's extension and media type. */
const imageFormats: Record<string, { extension: string; mimeType: string }> = {
  avif: { extension: 'avif', mimeType: 'image/avif' },
  gif: { extension: 'gif', mimeType: 'image/gif' },
  jpeg: { extension: 'jpg', mimeType: 'image/jpeg' },
  png: { extension: 'png', mimeType: 'image/png' },
  svg: { extension: 'svg', mimeType: 'image/svg+xml' },
  tiff: { extension: 'tif', mimeType: 'image/tiff' },
  webp: { extension: 'webp', mimeType: 'image/webp' },
}

/** sharp reports AVIF and HEIC as `heif`; this build decodes AVIF only. */
export function findImageFormat(format: string | undefined, compression: string | undefined) {
  if (format === 'heif' && compression === 'av1') return imageFormats['avif']
  return format === undefined ? undefined : imageFormats[format]
}

/** Media types of files that a browser may display. All others are downloads. */
const shownFiles: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  webm: 'video/webm',
}

export function contentTypeOf(extension: string): string {
  const imageFormat = Object.values(imageFormats).find((format) => format.extension === extension)
  return imageFormat?.mimeType ?? shownFiles[extension] ?? 'application/octet-stream'
}
