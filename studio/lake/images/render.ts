import sharp, { type Sharp } from 'sharp'
import { parseColour } from './colour.ts'
import { encoders, formatOf } from './encoders.ts'
import { openImage, readHead, takeTurn } from './open.ts'
import type { ImageParameters } from './parameters.ts'
import { type Plan, planImage } from './plan.ts'

export type Rendered = { bytes: Buffer; contentType: string }

type Wish = { extension: string; acceptsWebp: boolean; signal: AbortSignal }

const white = { r: 255, g: 255, b: 255, alpha: 1 }
const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * Makes the image that the parameters ask for of the file `original`. `acceptsWebp` counts where they say
 * `auto=format`. Rejects with BusyError when too many wait, and when the signal aborts before its turn.
 */
export async function renderImage(
  original: string,
  parameters: ImageParameters,
  { extension, acceptsWebp, signal }: Wish,
): Promise<Rendered> {
  const { fm, auto, q = 75, bg } = parameters
  const { contentType, takesAlpha, encode } =
    encoders[fm ?? (auto && acceptsWebp ? 'webp' : formatOf(extension))]
  const background = bg === undefined ? (takesAlpha ? clear : white) : parseColour(bg)
  return takeTurn(async () => {
    const { autoOrient: size } = await readHead(original)
    const plan = planImage(size, parameters)
    const image = follow(openImage(original).autoOrient(), plan, background)
    const opaque = bg !== undefined || !takesAlpha ? image.flatten({ background }) : image
    const made = encode(opaque, Math.max(1, Math.round(q)), plan.canvas.width * plan.canvas.height)
    return { bytes: await made.toBuffer(), contentType }
  }, signal)
}

function follow(image: Sharp, { area, scaled, window, canvas }: Plan, background: typeof clear): Sharp {
  const cut = image.extract(area)
  if (window === 'entropy') return cut.resize({ ...canvas, fit: 'cover', position: sharp.strategy.entropy })
  const left = Math.floor((canvas.width - window.width) / 2)
  const top = Math.floor((canvas.height - window.height) / 2)
  const right = canvas.width - window.width - left
  const bottom = canvas.height - window.height - top
  const shown = cut.resize({ ...scaled, fit: 'fill' }).extract(window)
  return left + top + right + bottom === 0 ? shown : shown.extend({ left, top, right, bottom, background })
}
