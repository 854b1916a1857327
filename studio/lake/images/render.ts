import type { Sharp } from 'sharp'
import { computeGeometry } from './geometry.ts'
import type { ImageParameters } from './parameters.ts'
import { limitRendering, openImage, readHeader } from './sharp.ts'

export type RenderedImage = { bytes: Buffer; contentType: string }

type Encoder = { contentType: string; encode: (image: Sharp, quality: number) => Sharp }

const encoders: Record<'jpg' | 'png' | 'webp', Encoder> = {
  jpg: {
    contentType: 'image/jpeg',
    encode: (image, quality) => image.flatten({ background: 'white' }).jpeg({ quality }),
  },
  png: { contentType: 'image/png', encode: (image) => image.png() },
  webp: { contentType: 'image/webp', encode: (image, quality) => image.webp({ quality }) },
}

/** Renders the original at `path`. `format` is the one to use unless the parameters name another. */
export async function renderImage(
  path: string,
  parameters: ImageParameters,
  format: string,
): Promise<RenderedImage> {
  const { fm = format, q = 75 } = parameters
  const { contentType, encode } = encoders[fm in encoders ? (fm as keyof typeof encoders) : 'png']
  return limitRendering(async () => {
    const { autoOrient } = await readHeader(path)
    const { area, size } = computeGeometry(autoOrient, parameters)
    const image = openImage(path)
      .autoOrient()
      .extract(area)
      .resize({ ...size, fit: 'fill' })
    return { bytes: await encode(image, Math.max(1, Math.round(q))).toBuffer(), contentType }
  })
}
