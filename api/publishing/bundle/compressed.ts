import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Compressed, compressFor, createAnswer, hashOf } from '../../answers/prepared-answer.ts'
import { writeDurably } from '../../runtime/durable-files.ts'
import { headersOf } from '../releases/release.ts'
import { readAssets, type ReleaseFiles } from '../render.ts'

/** By the hash of the uncompressed bytes. */
export type KnownCompressed = ReadonlyMap<string, Compressed>

const suffixes = { br: 'br', gzip: 'gz' } as const

export async function compressAssets(folder: string): Promise<void> {
  const assets = await readAssets({ clientFolder: join(folder, 'client') })
  const work = [...assets].map(async ([path, body]) => {
    const answer = createAnswer(body, headersOf(path))
    await Promise.all([compressFor(answer, 'br', 'once'), compressFor(answer, 'gzip', 'once')])
    const { identity, br = identity, gzip = identity } = answer
    if (br === identity || gzip === identity) return
    const target = join(folder, 'compressed', path)
    await mkdir(dirname(target), { recursive: true })
    await writeDurably(`${target}.${suffixes.br}`, br.body)
    await writeDurably(`${target}.${suffixes.gzip}`, gzip.body)
  })
  await Promise.all(work)
}

export async function readCompressed(folder: string, assets: ReleaseFiles): Promise<KnownCompressed> {
  const known = new Map<string, Compressed>()
  const work = [...assets].map(async ([path, body]) => {
    const read = (suffix: string) => readFile(join(folder, 'compressed', `${path}.${suffix}`))
    const found = await Promise.all([read(suffixes.br), read(suffixes.gzip)]).catch(() => undefined)
    if (found) known.set(hashOf(body), { br: found[0], gzip: found[1] })
  })
  await Promise.all(work)
  return known
}
