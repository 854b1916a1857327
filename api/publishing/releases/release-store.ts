import { mkdir, readdir, readFile, readlink, realpath, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, syncFolder, writeJson } from '../../runtime/durable-files.ts'
import { stalePageSchema, type StalePage } from '../stale-pages.ts'
import { deleteAgedAssets, deleteRelease, isAsset } from './earlier-assets.ts'
import { listFolders } from './release-folders.ts'
import {
  DamagedReleaseError,
  idPattern,
  partialPrefix,
  type ReleaseInput,
  type LoadedRelease,
  readManifest,
  readRelease,
  type StoredRelease,
  writeRelease,
} from './stored-release.ts'
import { isCompressedCopy } from './compressed-copies.ts'

/** A symbolic link to the served release, which is not the newest one after a rollback. */
export const currentName = 'current'
const staleName = 'stale.json'
const earlierName = 'earlier'
const maxReleases = 5
const maxDamaged = 3

/** Of one process. Releases are renamed into place after an fsync, so that a crash leaves no partial one. */
export class ReleaseStore {
  readonly folder: string
  private readonly log: (line: string) => void
  private newest: Pick<LoadedRelease, 'id' | 'files'> | undefined

  constructor(folder: string, log: (line: string) => void = () => {}) {
    this.folder = folder
    this.log = log
  }

  /** Deletes leftovers of a killed process, sets damaged releases aside. Resolves to the intact ones, newest first. */
  async open(): Promise<LoadedRelease[]> {
    await mkdir(this.folder, { recursive: true })
    for (const name of await readdir(this.folder)) if (name.startsWith(partialPrefix)) await this.delete(name)
    const found: LoadedRelease[] = []
    for (const id of await listIds(this.folder)) {
      const release = await this.read(id)
      if (release) found.push(release)
    }
    const damaged = (await readdir(this.folder)).filter((name) => name.startsWith('damaged-'))
    for (const name of damaged.toSorted().slice(0, -maxDamaged)) await this.delete(name)
    this.newest = found[0]
    return found
  }

  /** Newest first, without damaged ones. */
  async list(): Promise<StoredRelease[]> {
    const found = await Promise.all((await listIds(this.folder)).map((id) => this.find(id)))
    return found.filter((release) => release !== undefined)
  }

  /** Undefined if it is damaged, or being deleted. */
  async find(id: string): Promise<StoredRelease | undefined> {
    return idPattern.test(id) ? readManifest(this.folder, id).catch(() => undefined) : undefined
  }

  /** Undefined if it cannot be read. Logs why, and sets a damaged release aside. */
  async read(id: string): Promise<LoadedRelease | undefined> {
    try {
      return await readRelease(this.folder, id)
    } catch (error) {
      await this.setAside(id, error as Error)
      return undefined
    }
  }

  async findServed(): Promise<StoredRelease | undefined> {
    const all = await this.list()
    const current = await this.readCurrent()
    return all.find(({ id }) => id === current) ?? all[0]
  }

  /** The id of the served release, which may be gone. */
  async readCurrent(): Promise<string | undefined> {
    const id = await readlink(join(this.folder, currentName)).catch(() => '')
    return idPattern.test(id) ? id : undefined
  }

  /** Atomic: web servers serve the files below the link. */
  async setCurrent(id: string): Promise<void> {
    const partial = join(this.folder, `${partialPrefix}${currentName}-${process.pid}`)
    const link = join(this.folder, currentName)
    await rm(partial, { force: true })
    await symlink(id, partial)
    await rename(partial, link).catch(async () => {
      // A copy of the data folder may have a folder in place of the link.
      await rm(link, { recursive: true, force: true })
      await rename(partial, link)
    })
    await syncFolder(this.folder)
  }

  async readStale(): Promise<StalePage[]> {
    const path = join(this.folder, staleName)
    const pages = await readJson(path, z.array(stalePageSchema))
    if (pages === 'damaged') this.log(`${path} is damaged and is ignored.`)
    return pages === 'damaged' ? [] : (pages ?? [])
  }

  async writeStale(pages: readonly StalePage[]): Promise<void> {
    await writeJson(join(this.folder, staleName), pages)
  }

  /** Copies releases of other processes that are newer than its own, and serves what they serve. */
  async adopt(folders: readonly string[]): Promise<void> {
    for (const folder of folders) {
      const other = new ReleaseStore(folder)
      const [newest] = await other.list()
      const [own = ''] = await listIds(this.folder)
      if (!newest || newest.id <= own) continue
      const current = (await other.readCurrent()) ?? newest.id
      for (const id of new Set([current, newest.id])) await this.add(await readRelease(folder, id))
      await this.setCurrent(current)
      await this.writeStale(await other.readStale())
    }
  }

  /** Throws the file system's error, leaving nothing behind. */
  async add({ id, madeAt, version, ...release }: LoadedRelease): Promise<void> {
    if (await this.find(id)) return
    await writeRelease(this.folder, release, { version, now: new Date(madeAt), newest: this.newest })
  }

  /** Throws the file system's error, leaving nothing behind. */
  async write(input: ReleaseInput, { version, now }: { version: string; now: Date }): Promise<StoredRelease> {
    const release = await writeRelease(this.folder, input, { version, now, newest: this.newest })
    this.newest = { id: release.id, files: input.files }
    return release
  }

  /** Keeps five and the current one; open pages get assets of deleted ones for a day. Never rejects; logs failures. */
  async deleteOldest(): Promise<void> {
    const attempt = async (what: string, work: () => Promise<void>) =>
      work().catch((error: Error) => this.log(`${what} could not be deleted: ${error.message}`))
    const earlier = join(this.folder, earlierName)
    await attempt('Old releases', async () => {
      const current = await this.readCurrent()
      const newest = new Set(this.newest?.files.keys())
      const old = (await listIds(this.folder)).slice(maxReleases).filter((id) => id !== current)
      for (const id of old)
        await attempt(`The old release ${id}`, () => deleteRelease(join(this.folder, id), earlier, newest))
    })
    await attempt('Assets of old releases', () => deleteAgedAssets(earlier))
  }

  async findAsset(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
    if (!isAsset(path) || isCompressedCopy(path)) return undefined
    // The page that refers to it may be of another process, such as a newer version of the code.
    for (const folder of new Set([this.folder, ...(await listFolders(this.folder))]))
      for (const name of [...(await listIds(folder)), earlierName]) {
        const body = await readInside(join(folder, name), path).catch(() => undefined)
        if (body) return body
      }
    return undefined
  }

  private async setAside(id: string, error: Error): Promise<void> {
    if (!(error instanceof DamagedReleaseError)) {
      this.log(`The release ${id} cannot be served: ${error.message}`)
      return
    }
    const what = `The release ${id} is damaged (${error.message})`
    const name = `damaged-${id}`
    try {
      await this.delete(name)
      await rename(join(this.folder, id), join(this.folder, name))
      this.log(`${what}: it is set aside as ${name}.`)
    } catch (failure) {
      this.log(`${what} and cannot be set aside: ${(failure as Error).message}`)
    }
  }

  private async delete(name: string): Promise<void> {
    await rm(join(this.folder, name), { recursive: true, force: true })
  }
}

/** Undefined for a symbolic link, which may lead out of the folder. */
async function readInside(folder: string, path: string): Promise<Buffer<ArrayBuffer> | undefined> {
  const file = join(await realpath(folder), path)
  return (await realpath(file)) === file ? readFile(file) : undefined
}

/** Newest first. */
async function listIds(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => idPattern.test(name)).toSorted((one, other) => (one < other ? 1 : -1))
}
