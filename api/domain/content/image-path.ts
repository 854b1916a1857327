/** In the image's own pixels. */
export type Rect = { left: number; top: number; width: number; height: number }

export type ImageVariant = {
  /** `image-<hash>-<width>x<height>-<format>` */
  assetId: string
  /** Absent: the whole image. */
  rect?: Rect
  /** In pixels. Images are never enlarged. */
  width: number
}

const assetPattern = /^image-([A-Za-z0-9]{1,64})-([1-9]\d{0,4})x([1-9]\d{0,4})-(jpg|png|webp|avif)$/
const pathPattern =
  /^\/images\/(image-[A-Za-z0-9-]{1,100})\/(full|\d{1,5}(?:_\d{1,5}){3})-([1-9]\d{0,4})\.webp$/

export function readAssetId(assetId: string): { file: string; width: number; height: number } | undefined {
  const [, hash, width, height, format] = assetPattern.exec(assetId) ?? []
  if (hash === undefined) return undefined
  return { file: `${hash}-${width}x${height}.${format}`, width: Number(width), height: Number(height) }
}

/** `/images/image-…-800x600-jpg/full-640.webp` */
export function toImagePath({ assetId, rect, width }: ImageVariant): string {
  const part = rect ? [rect.left, rect.top, rect.width, rect.height].join('_') : 'full'
  return `/images/${assetId}/${part}-${width}.webp`
}

/** Undefined for every path that `toImagePath` would not return for a valid variant. */
export function readImagePath(path: string): ImageVariant | undefined {
  const [, assetId = '', part, digits] = pathPattern.exec(path) ?? []
  const asset = readAssetId(assetId)
  if (!asset) return undefined
  const width = Number(digits)
  if (part === 'full') return width <= asset.width ? { assetId, width } : undefined
  const [left = 0, top = 0, partWidth = 0, height = 0] = (part ?? '').split('_').map(Number)
  const rect = { left, top, width: partWidth, height }
  const variant = { assetId, rect, width }
  const isWithin = left + partWidth <= asset.width && top + height <= asset.height
  const isValid = isWithin && height > 0 && width <= partWidth
  // Leading zeros would give the same image a second path.
  return isValid && toImagePath(variant) === path ? variant : undefined
}
