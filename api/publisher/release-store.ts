import { createHash } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ReleaseFiles } from './render.ts'

/** A release on disk. */
export type StoredRelease = {
  /** `<UTC time>-<hash of its bytes>`: releases sort by their names. */
  id: string
  /** ISO 8601 in UTC. */
  madeAt: string
  /** The version of the code that rendered it. */
  version: string
  /** Every file by its path below the release's folder. */
  files: string[]
}

/** What is served: a release, and the content that the newest one was made of, be it served or rolled back from. */
export type CurrentRelease = { release: string; content: string }

/** No release of this name is kept. The message says which are listed. */
export class UnknownReleaseError extends Error {
  override name = 'UnknownReleaseError'
}

const manifestName = 'release.json'
/** The file that says which release is served: whoever follows the folder watches it. */
export const currentName = 'current.json'
const kept = 5

/**
 * The releases of one site in a folder: each is written beside the others and gets its name once it is whole, so
 * that a process that is killed, or a disk that is full, leaves nothing that is taken for one.
 */
export class ReleaseStore {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Makes the folder, and clears away what killed processes left. */
  async open(): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    for (const name of await readdir(this.folder)) {
      const pid = Number(/^\.partial-(\d+)/.exec(name)?.[1])
      if (pid && !isAlive(pid)) await rm(join(this.folder, name), { recursive: true, force: true })
    }
  }

  /** Every whole release, the newest first. */
  async list(): Promise<StoredRelease[]> {
    const names = (await readdir(this.folder)).filter((name) => /^\d{8}T\d{9}Z-[0-9a-f]+$/.test(name))
    const newestFirst = names.toSorted().toReversed()
    // Another process may be deleting the oldest.
    const found = await Promise.all(newestFirst.map((name) => this.readManifest(name).catch(ignoreMissing)))
    return found.filter((release) => release !== undefined)
  }

  /** A whole release by its id. */
  async find(id: string): Promise<StoredRelease | undefined> {
    return (await this.list()).find((release) => release.id === id)
  }

  /** Which release is served, if there is one. */
  async readCurrent(): Promise<CurrentRelease | undefined> {
    const text = await readFile(join(this.folder, currentName), 'utf8').catch(ignoreMissing)
    return text === undefined ? undefined : (JSON.parse(text) as CurrentRelease)
  }

  /** Makes a release the one that is served, in one step. */
  async setCurrent(current: CurrentRelease): Promise<void> {
    const partial = join(this.folder, `.partial-${process.pid}-${currentName}`)
    await writeSafely(partial, JSON.stringify(current))
    await rename(partial, join(this.folder, currentName))
  }

  /** Serves an earlier release until the content changes. Throws UnknownReleaseError. */
  async rollBack(id: string): Promise<void> {
    const current = await this.readCurrent()
    if (!(await this.find(id))) {
      throw new UnknownReleaseError(`There is no release ${id}: npm run releases lists those that are kept`)
    }
    await this.setCurrent({ release: id, content: current?.content ?? '' })
  }

  /**
   * Writes a release. Files that the one before has with the same bytes are linked to it. Deletes releases beyond the
   * last five, never the current one. Throws the file system's error, and leaves nothing then.
   */
  async write(files: ReleaseFiles, { version, now }: { version: string; now: Date }): Promise<StoredRelease> {
    const id = `${now.toISOString().replace(/[-:.]/g, '')}-${hashFiles(files)}`
    const partial = join(this.folder, `.partial-${process.pid}-${id}`)
    const [previous] = await this.list()
    try {
      for (const [path, body] of files) {
        const target = join(partial, path)
        await mkdir(dirname(target), { recursive: true })
        if (!(previous && (await this.linkSame(previous, path, body, target)))) await writeFile(target, body)
      }
      const release: StoredRelease = { id, madeAt: now.toISOString(), version, files: [...files.keys()] }
      await writeSafely(join(partial, manifestName), JSON.stringify(release))
      const isFirst = await this.giveName(partial, id)
      await this.deleteOldest()
      return isFirst ? release : await this.readManifest(id)
    } catch (error) {
      await rm(partial, { recursive: true, force: true })
      throw error
    }
  }

  /** A file of the newest release that has it; a path that no release lists is never looked for on disk. */
  async findFile(path: string): Promise<Buffer | undefined> {
    for (const { id, files } of await this.list()) {
      const body = files.includes(path) && (await readFile(join(this.folder, id, path)).catch(ignoreMissing))
      if (body) return body
    }
    return undefined
  }

  /** The files of a release by their paths. */
  async read({ id, files }: StoredRelease): Promise<ReleaseFiles> {
    return new Map(
      await Promise.all(
        files.map(async (path) => [path, await readFile(join(this.folder, id, path))] as const),
      ),
    )
  }

  private async readManifest(id: string): Promise<StoredRelease> {
    return JSON.parse(await readFile(join(this.folder, id, manifestName), 'utf8')) as StoredRelease
  }

  /** Answers false where another process made the same bytes within the same millisecond: its release stays. */
  private async giveName(partial: string, id: string): Promise<boolean> {
    try {
      await rename(partial, join(this.folder, id))
      return true
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      await rm(partial, { recursive: true, force: true })
      return false
    }
  }

  private async linkSame(
    previous: StoredRelease,
    path: string,
    body: Buffer,
    target: string,
  ): Promise<boolean> {
    if (!previous.files.includes(path)) return false
    const source = join(this.folder, previous.id, path)
    if (!(await readFile(source)).equals(body)) return false
    await link(source, target)
    return true
  }

  private async deleteOldest(): Promise<void> {
    const current = await this.readCurrent()
    for (const { id } of (await this.list()).slice(kept)) {
      if (id !== current?.release) await rm(join(this.folder, id), { recursive: true, force: true })
    }
  }
}

/** Whether two releases, by their ids, are the same bytes, whenever each was made. */
export function areSameBytes(one: string, other: string): boolean {
  return one.split('-')[1] === other.split('-')[1]
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function hashFiles(files: ReleaseFiles): string {
  const whole = createHash('sha256')
  for (const [path, body] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    whole.update(`${path}\0`).update(body).update('\0')
  }
  return whole.digest('hex').slice(0, 12)
}

/** On disk before it gets its name: after a power cut a name never stands for an empty file. */
async function writeSafely(path: string, text: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
