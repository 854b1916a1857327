import sharp, { type Sharp } from 'sharp'
import { createTurns } from './turns.ts'

/** Pixels of the largest image that is taken: 400 MB once decoded. A file of some kilobytes may say that it has more. */
export const mostPixels = 100_000_000

/** Seconds that one image may take. */
const patience = 30

/** Two images are made at a time, whoever asks; a page asks for some dozen. */
export const takeTurn = createTurns(2, 64)

/** Uploads wait for each other only, however many images are asked for. */
export const takeUploadTurn = createTurns(1, 64)

// The originals are files of a few megabytes that are read once; libvips' own cache would only hold on to them.
sharp.cache(false)

/** Opens an image, by its bytes or its path. Decoding throws for what is truncated or broken, and for more than `mostPixels`. */
export function openImage(source: Uint8Array | string): Sharp {
  return sharp(source, { limitInputPixels: mostPixels, failOn: 'error' }).timeout({ seconds: patience })
}

/** Reads the head of an image, which costs nothing whatever size it says. Throws for what is no image. */
export async function readHead(source: Uint8Array | string) {
  return sharp(source, { limitInputPixels: false }).metadata()
}
