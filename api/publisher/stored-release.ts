import { createHash } from 'node:crypto'
import { z } from 'zod'
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
