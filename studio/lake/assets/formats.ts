/** The image formats that may be uploaded: sharp's name for each, the extension and media type that Sanity gives it. */
const imageFormats: Record<string, { extension: string; mimeType: string }> = {
  avif: { extension: 'avif', mimeType: 'image/avif' },
  gif: { extension: 'gif', mimeType: 'image/gif' },
  jpeg: { extension: 'jpg', mimeType: 'image/jpeg' },
  png: { extension: 'png', mimeType: 'image/png' },
  svg: { extension: 'svg', mimeType: 'image/svg+xml' },
  tiff: { extension: 'tif', mimeType: 'image/tiff' },
  webp: { extension: 'webp', mimeType: 'image/webp' },
}

/** `heif` is what sharp calls the container of AVIF and HEIC alike; this build of it reads AVIF only. */
export function findImageFormat(format: string | undefined, compression: string | undefined) {
  if (format === 'heif' && compression === 'av1') return imageFormats['avif']
  return format === undefined ? undefined : imageFormats[format]
}

/** Media types of files that a browser may show as what they are. Everything else is a download. */
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
