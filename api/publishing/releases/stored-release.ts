import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../runtime/durable-files.ts'
import { OperatorError } from '../../runtime/operator.ts'
import type { ReleaseFiles } from '../render.ts'

export const releaseSchema = z.object({
  /** `<UTC time>-<hash of its bytes>`: releases sort by their names. */
  id: z.string(),
  /** ISO 8601 in UTC. */
  madeAt: z.string(),
  version: z.string(),
  /** Paths below the release's folder. */
  files: z.array(z.string()),
  pages: z
    .record(
      z.string(),
      z.object({
        version: z.string(),
        reads: z.record(z.string(), z.string()),
        images: z.array(z.string()),
        inline: z.optional(z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) })),
      }),
    )
    .default({}),
  /** Digests of the documents that the pages read. */
  documents: z.record(z.string(), z.unknown()).default({}),
})

export type StoredRelease = z.infer<typeof releaseSchema>

export const currentSchema = z.object({ release: z.string(), content: z.string() })

/** `content` is that of the newest release, which may have been rolled back from. */
export type CurrentRelease = z.infer<typeof currentSchema>

export class RollbackError extends OperatorError {
  override name = 'RollbackError'
}

export class DamagedReleaseError extends Error {
  override name = 'DamagedReleaseError'
}

/** Compares two ids without their times. */
export function areSameBytes(one: string, other: string): boolean {
  return hashIn(one) === hashIn(other)
}

export function hashIn(id: string): string | undefined {
  return id.split('-')[1]
}

export function hashFiles(files: ReleaseFiles): string {
  const whole = createHash('sha256')
  for (const [path, body] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    whole.update(`${path}\0`).update(body).update('\0')
  }
  return whole.digest('hex').slice(0, 12)
}

export const idForm = /^\d{8}T\d{9}Z-[0-9a-f]+$/
export const manifestName = 'release.json'

/** Throws DamagedReleaseError. */
export async function readManifest(folder: string, id: string): Promise<StoredRelease> {
  const text = await readPart(join(folder, id), manifestName)
  const { data } = releaseSchema.safeParse(parseJson(text.toString()))
  if (data?.id !== id) throw new DamagedReleaseError(`${manifestName} cannot be read`)
  return data
}

/** Throws DamagedReleaseError for missing or changed files. */
export async function readFiles(folder: string, { id, files }: StoredRelease): Promise<ReleaseFiles> {
  const read = files.map(async (path) => [path, await readPart(join(folder, id), path)] as const)
  const found: ReleaseFiles = new Map(await Promise.all(read))
  if (hashFiles(found) !== hashIn(id))
    throw new DamagedReleaseError('its files have changed since it was written')
  return found
}

async function readPart(release: string, path: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(join(release, path))
  } catch (error) {
    const isGone = ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
    throw isGone ? new DamagedReleaseError(`${path} is missing`) : error
  }
}
