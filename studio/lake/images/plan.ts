import { lakeErrors } from '../http/errors.ts'
import { type ImageParameters, longestSide } from './parameters.ts'

export type Size = { width: number; height: number }
export type Area = Size & { left: number; top: number }

/**
 * How an image becomes what is asked for, in this order: cut `area` out of the original, scale it to `scaled`, cut
 * `window` out of that (or let `entropy` choose where), put it on a canvas of `canvas`. All in pixels.
 */
export type Plan = { area: Area; scaled: Size; window: Area | 'entropy'; canvas: Size }

/** Pixels of the largest image that is made: 64 MB once it is decoded. */
export const mostMadePixels = 4096 * 4096

/**
 * Plans by the rules of Sanity's `fit`. Throws 400 where a side would be longer than `longestSide`, or the whole larger
 * than `mostMadePixels`; an original of more, for which no size is asked, is made smaller.
 */
export function planImage(original: Size, parameters: ImageParameters): Plan {
  const area = cutOut(original, parameters.rect)
  const { fit, crop = [] } = parameters
  const { w, h } = parameters
  const asked = boxOf(area, parameters)
  const box = w === undefined && h === undefined ? withinLimits(asked) : asked
  const plan = makePlan[fit](area, box)
  const sides = [plan.scaled, plan.canvas].flatMap(({ width, height }) => [width, height])
  if (sides.some((value) => value > longestSide))
    throw lakeErrors.badRequest(`Invalid size: a side would be longer than ${longestSide} pixels`)
  if (plan.canvas.width * plan.canvas.height > mostMadePixels)
    throw lakeErrors.badRequest(`Invalid size: the image would have more than ${mostMadePixels} pixels`)
  const window = crop.includes('entropy') ? 'entropy' : windowOf(plan.scaled, plan.cut, focusOf(parameters))
  return { area, scaled: plan.scaled, window, canvas: plan.canvas }
}

/** `cut` is what of the scaled image is shown, `canvas` what it is shown on. */
type Fitted = { scaled: Size; cut: Size; canvas: Size }

const makePlan: Record<ImageParameters['fit'], (area: Size, box: Size) => Fitted> = {
  clip: (area, box) => whole(within(area, box)),
  max: (area, box) => whole(within(area, smaller(area, box))),
  scale: (_area, box) => whole(box),
  crop: (area, box) => ({ scaled: around(area, box), cut: box, canvas: box }),
  min: (area, box) => {
    const cut = within(box, smaller(area, box))
    return { scaled: around(area, cut), cut, canvas: cut }
  },
  fill: (area, box) => ({ ...whole(within(area, box)), canvas: box }),
  fillmax: (area, box) => ({ ...whole(within(area, smaller(area, box))), canvas: box }),
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
function boxOf(area: Size, { w, h, 'max-w': maxWidth, 'max-h': maxHeight, dpr }: ImageParameters): Size {
  const width = w ?? (h === undefined ? area.width / dpr : (h * area.width) / area.height)
  const height = h ?? (w === undefined ? area.height / dpr : (w * area.height) / area.width)
  const box = { width: width * dpr, height: height * dpr }
  return round(maxWidth || maxHeight ? within(box, limit(box, maxWidth, maxHeight)) : box)
}

/** Rounded down, so that no rounding leads over the limit. */
function withinLimits({ width, height }: Size): Size {
  const factor = Math.min(longestSide / Math.max(width, height), Math.sqrt(mostMadePixels / (width * height)))
  if (factor >= 1) return { width, height }
  return { width: Math.max(1, Math.floor(width * factor)), height: Math.max(1, Math.floor(height * factor)) }
}

function limit(box: Size, maxWidth = Infinity, maxHeight = Infinity): Size {
  return smaller(box, { width: maxWidth, height: maxHeight })
}

function within(size: Size, box: Size): Size {
  return scale(size, Math.min(box.width / size.width, box.height / size.height))
}

function around(size: Size, box: Size): Size {
  const larger = scale(size, Math.max(box.width / size.width, box.height / size.height))
  return { width: Math.max(larger.width, box.width), height: Math.max(larger.height, box.height) }
}

function scale({ width, height }: Size, factor: number): Size {
  return round({ width: width * factor, height: height * factor })
}

function smaller(one: Size, other: Size): Size {
  return { width: Math.min(one.width, other.width), height: Math.min(one.height, other.height) }
}

function round({ width, height }: Size): Size {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
}

function whole(scaled: Size): Fitted {
  return { scaled, cut: scaled, canvas: scaled }
}

/** The point, in shares of the image, that a cut keeps in its middle as far as the edges allow. */
function focusOf({ crop = [], 'fp-x': x = 0.5, 'fp-y': y = 0.5 }: ImageParameters): { x: number; y: number } {
  if (crop.includes('focalpoint')) return { x, y }
  return {
    x: crop.includes('left') ? 0 : crop.includes('right') ? 1 : 0.5,
    y: crop.includes('top') ? 0 : crop.includes('bottom') ? 1 : 0.5,
  }
}

function windowOf(scaled: Size, cut: Size, focus: { x: number; y: number }): Area {
  const place = (full: number, part: number, share: number) =>
    Math.round(Math.min(Math.max(full * share - part / 2, 0), full - part))
  return {
    ...cut,
    left: place(scaled.width, cut.width, focus.x),
    top: place(scaled.height, cut.height, focus.y),
  }
}
