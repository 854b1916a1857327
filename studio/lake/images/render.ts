import { lakeErrors } from '../errors.ts'
import type { ImageParameters } from './parameters.ts'
import { limitRendering, openImage, readHeader } from './sharp.ts'

export type RenderedImage = Awaited<ReturnType<typeof renderImage>>

/** Renders the original at `path`. `format` is the default of the parameter `fm`. */
export async function renderImage(path: string, parameters: ImageParameters, format: string) {
  const { fm = format, q = 75 } = parameters
  const output = fm === 'jpg' ? 'jpeg' : fm === 'webp' ? 'webp' : 'png'
  return limitRendering(async () => {
    const { autoOrient } = await readHeader(path)
    const { area, size } = computeGeometry(autoOrient, parameters)
    const image = openImage(path)
      .autoOrient()
      .extract(area)
      .resize({ ...size, fit: 'fill' })
    if (output === 'jpeg') image.flatten({ background: 'white' })
    // With a quality, a PNG would get a palette.
    const options = output === 'png' ? {} : { quality: Math.max(1, Math.round(q)) }
    return { bytes: await image.toFormat(output, options).toBuffer(), contentType: `image/${output}` }
  })
}

export type Size = { width: number; height: number }
export type Area = Size & { left: number; top: number }

/** Pixels of an output image: 64 MB once decoded. */
const maxSide = 8192
const maxPixels = 4096 * 4096

/**
 * The area of the original to show, and the size of the output, which keeps the area's proportions. Throws 400 for a
 * requested size over the limits; an original over the limits for which no size is requested is scaled down.
 */
function computeGeometry(original: Size, parameters: ImageParameters): { area: Area; size: Size } {
  const { w = Infinity, h = Infinity, dpr, fit, rect } = parameters
  const whole = cutOut(original, rect)
  const area = fit === 'crop' ? cutMiddle(whole, w / h) : whole
  const requested = Math.min((w * dpr) / area.width, (h * dpr) / area.height)
  if (requested === Infinity) return { area, size: scale(area, maxFactor(area), Math.floor) }
  const size = scale(area, fit === 'max' ? Math.min(requested, 1) : requested, Math.round)
  if (Math.max(size.width, size.height) > maxSide)
    throw lakeErrors.badRequest(`Invalid size: a side would be longer than ${maxSide} pixels`)
  if (size.width * size.height > maxPixels)
    throw lakeErrors.badRequest(`Invalid size: the image would have more than ${maxPixels} pixels`)
  return { area, size }
}

function cutOut(original: Size, rect: ImageParameters['rect']): Area {
  if (rect === undefined) return { left: 0, top: 0, ...original }
  const [left, top] = rect
  // A rounded rectangle may extend past the image by a pixel; the hosted service crops it as well.
  const width = Math.min(rect[2], original.width - left)
  const height = Math.min(rect[3], original.height - top)
  if (width < 1 || height < 1)
    throw lakeErrors.badRequest('Invalid parameter rect: it lies outside of the image')
  return { left, top, width, height }
}

/** The largest centered part with these proportions, or the whole unless both sides are requested. */
function cutMiddle(whole: Area, proportions: number): Area {
  if (!(proportions > 0 && proportions < Infinity)) return whole
  const width = Math.max(1, Math.min(whole.width, Math.round(whole.height * proportions)))
  const height = Math.max(1, Math.min(whole.height, Math.round(whole.width / proportions)))
  const left = whole.left + Math.floor((whole.width - width) / 2)
  const top = whole.top + Math.floor((whole.height - height) / 2)
  return { left, top, width, height }
}

function maxFactor({ width, height }: Size): number {
  return Math.min(1, maxSide / Math.max(width, height), Math.sqrt(maxPixels / (width * height)))
}

function scale({ width, height }: Size, factor: number, round: (value: number) => number): Size {
  return { width: Math.max(1, round(width * factor)), height: Math.max(1, round(height * factor)) }
}
