import sharp, { type Sharp } from 'sharp'
import { createTurns } from './turns.ts'

/** Pixels of the largest image that is taken: 400 MB once decoded. A file of some kilobytes may say that it has more. */
export const mostPixels = 100_000_000

/** Seconds that one image may take. */
const patience = 30

/** Two decoders at a time, whoever asks. */
export const takeTurn = createTurns(2)

// The originals are files of a few megabytes that are read once; libvips' own cache would only hold on to them.
sharp.cache(false)

/** Opens image bytes. Decoding throws for what is truncated or broken, and for more than `mostPixels`. */
export function openImage(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).timeout({ seconds: patience })
}

/** Reads the head of an image, which costs nothing whatever size it says. Throws for what is no image. */
export async function readHead(bytes: Uint8Array) {
  return sharp(bytes, { limitInputPixels: false }).metadata()
}
