import type { FitEnum } from 'sharp'
import { encoders, formatOf } from './encoders.ts'
import { openImage, readHead, takeTurn } from './open.ts'
import type { ImageParameters } from './parameters.ts'
import { planImage } from './plan.ts'

export type Rendered = { bytes: Buffer; contentType: string }

const white = { r: 255, g: 255, b: 255, alpha: 1 }
const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/** How sharp brings the image to the planned size, which has the image's proportions for `clip` and `max`. */
const fits: Record<ImageParameters['fit'], keyof FitEnum> = {
  clip: 'fill',
  max: 'fill',
  scale: 'fill',
  crop: 'cover',
  fill: 'contain',
  fillmax: 'contain',
}

/**
 * Makes the image that the parameters ask for of the file `original`. `acceptsWebp` counts where they say
 * `auto=format`. Rejects with LakeError 503 when too many wait.
 */
export async function renderImage(
  original: string,
  parameters: ImageParameters,
  { extension, acceptsWebp }: { extension: string; acceptsWebp: boolean },
): Promise<Rendered> {
  const { fm, auto, q = 75, fit } = parameters
  const format = fm ?? (auto && acceptsWebp ? 'webp' : formatOf(extension))
  const { contentType, takesAlpha, encode } = encoders[format]
  const background = takesAlpha ? clear : white
  return takeTurn(async () => {
    const { autoOrient } = await readHead(original)
    const { area, size } = planImage(autoOrient, parameters)
    const image = openImage(original)
      .autoOrient()
      .extract(area)
      .resize({ ...size, fit: fits[fit], background, withoutEnlargement: fit === 'fillmax' })
    const opaque = takesAlpha ? image : image.flatten({ background })
    return { bytes: await encode(opaque, Math.max(1, Math.round(q))).toBuffer(), contentType }
  })
}
