import type { Sharp } from 'sharp'

type Encoder = {
  contentType: string
  takesAlpha: boolean
  /** `quality` is 1 to 100; `pixels` is how many the image has. */
  encode: (image: Sharp, quality: number, pixels: number) => Sharp
}

export type Format = 'jpg' | 'pjpg' | 'png' | 'webp' | 'avif'

export const encoders: Record<Format, Encoder> = {
  jpg: { contentType: 'image/jpeg', takesAlpha: false, encode: (image, quality) => image.jpeg({ quality }) },
  pjpg: {
    contentType: 'image/jpeg',
    takesAlpha: false,
    encode: (image, quality) => image.jpeg({ quality, progressive: true }),
  },
  png: { contentType: 'image/png', takesAlpha: true, encode: (image) => image.png() },
  webp: { contentType: 'image/webp', takesAlpha: true, encode: (image, quality) => image.webp({ quality }) },
  // The default effort takes seconds for a large image, and half a minute for the largest.
  avif: {
    contentType: 'image/avif',
    takesAlpha: true,
    encode: (image, quality, pixels) => image.avif({ quality, effort: pixels > 2_000_000 ? 0 : 2 }),
  },
}

/** The format in which an image is made where none is asked for: its own, or PNG for those that are not made. */
export function formatOf(extension: string): Format {
  return extension in encoders ? (extension as Format) : 'png'
}
