import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from './durable-files.ts'
import type { ReleaseFiles } from './render.ts'

export const releaseSchema = z.object({
  /** `<UTC time>-<hash of its bytes>`: releases sort by their names. */
  id: z.string(),
  /** ISO 8601 in UTC. */
  madeAt: z.string(),
  /** The version of the code that made it. */
  version: z.string(),
  /** Every file by its path below the release's folder. */
  files: z.array(z.string()),
  /** What each page was made of, by its file. */
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
  /** The documents that the pages read, by their digests. */
  documents: z.record(z.string(), z.unknown()).default({}),
})

/** A release on disk. */
export type StoredRelease = z.infer<typeof releaseSchema>

export const currentSchema = z.object({ release: z.string(), content: z.string() })

/** What is served: a release, and the content that the newest one was made of, be it served or rolled back from. */
export type CurrentRelease = z.infer<typeof currentSchema>

/** A release cannot be rolled back to. The message says why. */
export class RollbackError extends Error {
  override name = 'RollbackError'
}

/** The files of a release are not those that were written. The message says how that shows. */
export class DamagedReleaseError extends Error {
  override name = 'DamagedReleaseError'
}

/** Whether two releases, by their ids, are the same bytes, whenever each was made. */
export function areSameBytes(one: string, other: string): boolean {
  return hashIn(one) === hashIn(other)
}

/** The hash in a release's id. */
export function hashIn(id: string): string | undefined {
  return id.split('-')[1]
}

/** The hash of a release's files, as it stands in its id. */
export function hashFiles(files: ReleaseFiles): string {
  const whole = createHash('sha256')
  for (const [path, body] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    whole.update(`${path}\0`).update(body).update('\0')
  }
  return whole.digest('hex').slice(0, 12)
}

/** The names of releases. */
export const idForm = /^\d{8}T\d{9}Z-[0-9a-f]+$/
export const manifestName = 'release.json'

/** What a release among those in `folder` says of itself. Throws DamagedReleaseError. */
export async function readManifest(folder: string, id: string): Promise<StoredRelease> {
  const text = await readPart(join(folder, id), manifestName)
  const { data } = releaseSchema.safeParse(parseJson(text.toString()))
  if (data?.id !== id) throw new DamagedReleaseError(`${manifestName} cannot be read`)
  return data
}

/** The files of a release by their paths. Throws DamagedReleaseError where they are not what was written. */
export async function readFiles(folder: string, { id, files }: StoredRelease): Promise<ReleaseFiles> {
  const read = files.map(async (path) => [path, await readPart(join(folder, id), path)] as const)
  const found: ReleaseFiles = new Map(await Promise.all(read))
  if (hashFiles(found) !== hashIn(id))
    throw new DamagedReleaseError('its files are not those that were written')
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
