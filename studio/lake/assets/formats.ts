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
  const image = Object.values(imageFormats).find((format) => format.extension === extension)
  return image?.mimeType ?? shownFiles[extension] ?? 'application/octet-stream'
}
