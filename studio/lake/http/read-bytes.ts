import type { Context } from 'hono'
import { LakeError } from './errors.ts'

/** Reads a body into memory. Throws 413 as soon as it is known to be larger than `most` bytes. */
export async function readBytes(c: Context, most: number): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > most) throw tooLarge(most)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of c.req.raw.body ?? []) {
    size += part.byteLength
    if (size > most) throw tooLarge(most)
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}

export function tooLarge(most: number): LakeError {
  const description = `Request entity too large: at most ${most / 1024 / 1024} MB are taken`
  return new LakeError(413, { type: 'requestTooLarge', description })
}
