import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { type Compressed, efforts, hashOf, type PreparedAnswer } from '../http/prepared-answer.ts'

/** Compressed files by the hash of what they are without that. */
export type KnownCompressed = ReadonlyMap<string, Compressed>

const name = '.compressed'
const digestLength = 32

/**
 * Keeps in a folder what compressing these answers gave: it takes most of a second of each start. Only a start that
 * finds nothing is slower, so a disk that is full is no error.
 */
export async function keepCompressed(folder: string, answers: Iterable<PreparedAnswer>): Promise<void> {
  const known = new Map<string, Compressed>()
  for (const { identity, br, gzip } of answers) {
    if (br && gzip) known.set(hashOf(identity.body), { br: br.body, gzip: gzip.body })
  }
  const bytes = serialize(known)
  await writeFile(join(folder, name), [digestOf(bytes), bytes]).catch(() => undefined)
}

/** What was kept there; nothing where it is not whole, as after a power cut, or was not compressed as it is now. */
export async function readCompressed(folder: string): Promise<KnownCompressed> {
  const file = await readFile(join(folder, name)).catch(() => Buffer.alloc(0))
  const bytes = file.subarray(digestLength)
  if (!digestOf(bytes).equals(file.subarray(0, digestLength))) return new Map()
  return deserialize(bytes) as KnownCompressed
}

function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(JSON.stringify(efforts.once)).update(bytes).digest()
}
