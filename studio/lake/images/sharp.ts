import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { LakeError } from '../errors.ts'

/** Pixels of an input image: 400 MB once decoded. A file of a few kilobytes may claim more. */
export const maxInputPixels = 100_000_000

const timeoutSeconds = 30
const maxWaiting = 64

// The originals are files of a few megabytes that are read once: libvips' cache would only hold memory.
sharp.cache(false)

/** Runs an image task, two at a time. Throws 503 when too many wait. */
export const limitRendering = createLimit(2)

/** Limits uploads separately: image requests must not delay them. */
export const limitUploads = createLimit(1)

function createLimit(concurrency: number) {
  const limit = pLimit(concurrency)
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (limit.pendingCount < maxWaiting) return limit(task)
    const description = 'Too many requests are waiting: try again in a moment'
    throw new LakeError(503, { type: 'tooBusy', description })
  }
}

/** Opens an image by bytes or path. Decoding throws for a damaged image and for more than `maxInputPixels`. */
export function openImage(source: Uint8Array | string): Sharp {
  return sharp(source, { limitInputPixels: maxInputPixels, failOn: 'error' }).timeout({
    seconds: timeoutSeconds,
  })
}

/** Reads the header only, so the claimed size costs nothing. Throws if the file is not an image. */
export async function readHeader(source: Uint8Array | string) {
  return sharp(source, { limitInputPixels: false }).metadata()
}
