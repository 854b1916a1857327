import type { Sharp } from 'sharp'

type Encoder = {
  contentType: string
  takesAlpha: boolean
  /** `quality` is 1 to 100. */
  encode: (image: Sharp, quality: number) => Sharp
}

export type Format = 'jpg' | 'png' | 'webp'

export const encoders: Record<Format, Encoder> = {
  jpg: { contentType: 'image/jpeg', takesAlpha: false, encode: (image, quality) => image.jpeg({ quality }) },
  png: { contentType: 'image/png', takesAlpha: true, encode: (image) => image.png() },
  webp: { contentType: 'image/webp', takesAlpha: true, encode: (image, quality) => image.webp({ quality }) },
}

/** The format in which an image is made where none is asked for: its own, or PNG for those that are not made. */
export function formatOf(extension: string): Format {
  return extension in encoders ? (extension as Format) : 'png'
}
