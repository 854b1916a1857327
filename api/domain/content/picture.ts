import { readAssetId, type Rect, toImagePath } from '#domain/content/image-path.ts'

export type ContentPicture = {
  assetId: string
  alt: string
  /** Fractions of the image, like the hotspot. Those outside 0 to 1 count as 0 or 1, an absent side as 0. */
  crop?: Fractions<'top' | 'bottom' | 'left' | 'right'>
  /** An absent coordinate is the middle. */
  hotspot?: Fractions<'x' | 'y'>
}

type Fractions<Name extends string> = { [Each in Name]?: number | null | undefined } | undefined

export type PictureFrame = {
  /** In pixels. Widths larger than the image's own are replaced by its own. */
  widths: readonly number[]
  /** Width divided by height; by default the image's own. */
  aspect?: number
}

/** Throws RangeError for a malformed asset id. */
export function describePicture(picture: ContentPicture, { widths, aspect }: PictureFrame) {
  const asset = readAssetId(picture.assetId)
  if (!asset) throw new RangeError(`Not the id of an image: ${picture.assetId}`)
  const { x, y } = picture.hotspot ?? {}
  const point = picture.hotspot && { x: (x ?? 0.5) * asset.width, y: (y ?? 0.5) * asset.height }
  const rect = fitAspect(applyCrop(asset, picture.crop), point, aspect)
  const isWhole = rect.width === asset.width && rect.height === asset.height
  const part = isWhole ? {} : { rect }
  const offered = listWidths(widths, rect.width)
  const widest = offered.at(-1) ?? rect.width
  const path = (width: number) => toImagePath({ assetId: picture.assetId, ...part, width })
  return {
    src: path(widest),
    srcSet: offered.map((width) => `${path(width)} ${width}w`).join(', '),
    width: widest,
    height: Math.max(1, Math.round((widest * rect.height) / rect.width)),
    alt: picture.alt,
  }
}

type Size = { width: number; height: number }

/** A crop that leaves no pixel does not apply. */
function applyCrop({ width, height }: Size, crop: ContentPicture['crop'] = {}): Rect {
  const left = toPixel(crop.left, width)
  const top = toPixel(crop.top, height)
  const cropped = {
    left,
    top,
    width: width - left - toPixel(crop.right, width),
    height: height - top - toPixel(crop.bottom, height),
  }
  return cropped.width > 0 && cropped.height > 0 ? cropped : { left: 0, top: 0, width, height }
}

function toPixel(fraction: number | null | undefined, length: number): number {
  return Math.round(Math.min(Math.max(fraction ?? 0, 0), 1) * length)
}

/** The largest part with an aspect ratio, centered on a point as far as the edges allow. */
function fitAspect(whole: Rect, point = centerOf(whole), aspect = whole.width / whole.height): Rect {
  const width = Math.max(1, Math.round(Math.min(whole.width, whole.height * aspect)))
  const height = Math.max(1, Math.round(Math.min(whole.height, whole.width / aspect)))
  const clamp = (wanted: number, least: number, most: number) =>
    Math.round(Math.min(Math.max(wanted, least), most))
  return {
    left: clamp(point.x - width / 2, whole.left, whole.left + whole.width - width),
    top: clamp(point.y - height / 2, whole.top, whole.top + whole.height - height),
    width,
    height,
  }
}

function centerOf({ left, top, width, height }: Rect) {
  return { x: left + width / 2, y: top + height / 2 }
}

function listWidths(widths: readonly number[], own: number): number[] {
  const smaller = widths.filter((width) => width < own).toSorted((one, other) => one - other)
  return smaller.length < widths.length ? [...smaller, own] : smaller
}
