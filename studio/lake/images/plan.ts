import { lakeErrors } from '../http/errors.ts'
import { type ImageParameters, longestSide } from './parameters.ts'

export type Size = { width: number; height: number }
export type Area = Size & { left: number; top: number }

/** Pixels of the largest image that is made: 64 MB once it is decoded. */
export const mostMadePixels = 4096 * 4096

/**
 * The part of the original that is shown, and the size of the image that is made. Throws 400 where a side would be
 * longer than `longestSide`, or the whole larger than `mostMadePixels`; an original of more, for which no size is
 * asked, is made smaller.
 */
export function planImage(original: Size, parameters: ImageParameters): { area: Area; size: Size } {
  const { w, h, fit, rect } = parameters
  const area = cutOut(original, rect)
  const asked = boxOf(area, parameters)
  const box = w === undefined && h === undefined ? withinLimits(asked) : asked
  const size = fit === 'clip' ? within(area, box) : fit === 'max' ? within(area, smaller(area, box)) : box
  if (Math.max(size.width, size.height) > longestSide)
    throw lakeErrors.badRequest(`Invalid size: a side would be longer than ${longestSide} pixels`)
  if (size.width * size.height > mostMadePixels)
    throw lakeErrors.badRequest(`Invalid size: the image would have more than ${mostMadePixels} pixels`)
  return { area, size }
}

function cutOut(original: Size, rect: ImageParameters['rect']): Area {
  if (rect === undefined) return { left: 0, top: 0, ...original }
  const [left, top] = rect
  // A rectangle that somebody rounded may stand out by a pixel; the hosted service cuts it off as well.
  const width = Math.min(rect[2], original.width - left)
  const height = Math.min(rect[3], original.height - top)
  if (width < 1 || height < 1)
    throw lakeErrors.badRequest('Invalid parameter rect: it lies outside of the image')
  return { left, top, width, height }
}

/** The box that is asked for; a side that is not given follows from the other by the image's proportions. */
function boxOf(area: Size, { w, h, dpr }: ImageParameters): Size {
  const width = w ?? (h === undefined ? area.width / dpr : (h * area.width) / area.height)
  const height = h ?? (w === undefined ? area.height / dpr : (w * area.height) / area.width)
  return scale({ width, height }, dpr)
}

/** Rounded down, so that no rounding leads over the limit. */
function withinLimits({ width, height }: Size): Size {
  const factor = Math.min(longestSide / Math.max(width, height), Math.sqrt(mostMadePixels / (width * height)))
  if (factor >= 1) return { width, height }
  return { width: Math.max(1, Math.floor(width * factor)), height: Math.max(1, Math.floor(height * factor)) }
}

function within(size: Size, box: Size): Size {
  return scale(size, Math.min(box.width / size.width, box.height / size.height))
}

function smaller(one: Size, other: Size): Size {
  return { width: Math.min(one.width, other.width), height: Math.min(one.height, other.height) }
}

function scale({ width, height }: Size, factor: number): Size {
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}
