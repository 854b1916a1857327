import { createHash } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ignoreMissing, parseJson, syncFolder, writeDurably } from '../../runtime/durable-files.ts'
import type { LocalFile } from '../pages.ts'
import type { PreviousRelease, ReleaseFiles } from '../render.ts'

const pageSchema = z.object({
  version: z.string(),
  /** Digests by document id: a publish renders the pages whose digests differ, and needs no table of dependencies. */
  reads: z.record(z.string(), z.string()),
  /** Paths of content images, below the release's folder. */
  images: z.array(z.string()),
  /** CSP hashes; releases of earlier versions may lack them. */
  inline: z.optional(z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) })),
})
export type PageSource = z.infer<typeof pageSchema>

const releaseSchema = z.object({
  /** `<UTC time>-<hash of its bytes>`: releases sort by their names. */
  id: z.string(),
  /** ISO 8601 in UTC. */
  madeAt: z.string(),
  version: z.string(),
  /** Paths below the release's folder. */
  files: z.array(z.string()),
  pages: z.record(z.string(), pageSchema).default({}),
  /** The documents that the pages read, by digest. */
  documents: z.record(z.string(), z.unknown()).default({}),
})

/** The contents of `release.json`. */
export type StoredRelease = z.infer<typeof releaseSchema>

export type LoadedRelease = PreviousRelease & Pick<StoredRelease, 'id' | 'madeAt' | 'version'>

export type ReleaseInput = Pick<PreviousRelease, 'files'> & Partial<PreviousRelease>

export class DamagedReleaseError extends Error {
  override name = 'DamagedReleaseError'
}

function hashFiles(files: ReleaseFiles): string {
  const whole = createHash('sha256')
  for (const [path, body] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    whole.update(`${path}\0`).update(body).update('\0')
  }
  return whole.digest('hex').slice(0, 12)
}

export const idPattern = /^\d{8}T\d{9}Z-[0-9a-f]+$/
/** Begins the name of a release that is not whole yet, or no longer. */
export const partialPrefix = '.partial-'
const manifestName = 'release.json'

/** Throws DamagedReleaseError. */
export async function readManifest(folder: string, id: string): Promise<StoredRelease> {
  const text = await readPart(join(folder, id), manifestName)
  const { data } = releaseSchema.safeParse(parseJson(text.toString()))
  if (data?.id !== id) throw new DamagedReleaseError(`${manifestName} cannot be read`)
  return data
}

/** Throws DamagedReleaseError for missing or changed files. */
export async function readRelease(folder: string, id: string): Promise<LoadedRelease> {
  const { madeAt, version, files: paths, pages, documents } = await readManifest(folder, id)
  const read = paths.map(async (path) => [path, await readPart(join(folder, id), path)] as const)
  const files: ReleaseFiles = new Map(await Promise.all(read))
  if (hashFiles(files) !== id.split('-')[1])
    throw new DamagedReleaseError('its files have changed since it was written')
  return {
    id,
    madeAt,
    version,
    files,
    pages: new Map(Object.entries(pages) as Array<[LocalFile, PageSource]>),
    documents: new Map(Object.entries(documents)),
  }
}

async function readPart(release: string, path: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(join(release, path))
  } catch (error) {
    const isGone = ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
    throw isGone ? new DamagedReleaseError(`${path} is missing`) : error
  }
}

/** Web servers tell versions of a file apart by size and second: two of one second would have the same ETag. */
async function makeNewer(path: string, before: string): Promise<void> {
  const { mtimeMs } = await stat(path)
  const next = Math.floor(((await stat(before).catch(ignoreMissing))?.mtimeMs ?? 0) / 1000) + 1
  if (mtimeMs / 1000 < next) await utimes(path, next, next)
}

type WriteOptions = { version: string; now: Date; newest: Pick<LoadedRelease, 'id' | 'files'> | undefined }

/**
 * Writes a release under a temporary name, syncs it and renames it into place. Hard-links unchanged files of `newest`.
 * Throws the file system's error, leaving nothing behind.
 */
export async function writeRelease(
  folder: string,
  { files, pages, documents }: ReleaseInput,
  { version, now, newest }: WriteOptions,
): Promise<StoredRelease> {
  const id = `${now.toISOString().replace(/[-:.]/g, '')}-${hashFiles(files)}`
  const partial = join(folder, `${partialPrefix}${id}`)
  const folders = new Set([...files.keys()].map((path) => dirname(join(partial, path))))
  const writeFile = async ([path, body]: [string, Buffer]) => {
    const target = join(partial, path)
    const isLinked =
      newest?.files.get(path)?.equals(body) &&
      // Fails on file systems without hard links.
      (await link(join(folder, newest.id, path), target).then(
        () => true,
        () => false,
      ))
    if (isLinked) return
    await writeDurably(target, body)
    if (newest?.files.has(path)) await makeNewer(target, join(folder, newest.id, path))
  }
  try {
    for (const one of folders) await mkdir(one, { recursive: true })
    const written = [...files].map(writeFile)
    // Wait for all: a pending write would outlive the cleanup.
    await Promise.allSettled(written)
    await Promise.all(written)
    const release = {
      id,
      madeAt: now.toISOString(),
      version,
      files: [...files.keys()],
      pages: Object.fromEntries(pages ?? []),
      documents: Object.fromEntries(documents ?? []),
    }
    await writeDurably(join(partial, manifestName), JSON.stringify(release))
    await Promise.all([...folders, partial].map(syncFolder))
    await rename(partial, join(folder, id))
    await syncFolder(folder)
    return release
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}
