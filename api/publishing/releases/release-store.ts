import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isMissing, readJson, writeJson } from '../../runtime/durable-files.ts'
import { isAlive } from '../../runtime/is-alive.ts'
import { OperatorError } from '../../runtime/operator.ts'
import { stalePageSchema, type StalePage } from '../stale-pages.ts'
import { deleteAgedAssets, deleteRelease, isAsset } from './earlier-assets.ts'
import {
  DamagedReleaseError,
  idPattern,
  type ReleaseInput,
  type LoadedRelease,
  readManifest,
  readRelease,
  type StoredRelease,
  writeRelease,
} from './stored-release.ts'

export const currentName = 'current.json'
const staleName = 'stale.json'
const earlierName = 'earlier'
const maxReleases = 5
/** Number of damaged releases kept for inspection. */
const maxDamaged = 3

/** `content`: digest of the newest release's content. After a rollback, `release` is an earlier one. */
const currentSchema = z.object({ release: z.string(), content: z.string() })
type CurrentRelease = z.infer<typeof currentSchema>

class RollbackError extends OperatorError {
  override name = 'RollbackError'
}

/** Releases are renamed into place after an fsync, so that a crash leaves no partial one. */
export class ReleaseStore {
  readonly folder: string
  private readonly log: (line: string) => void
  private newest: Pick<LoadedRelease, 'id' | 'files'> | undefined

  constructor(folder: string, log: (line: string) => void = () => {}) {
    this.folder = folder
    this.log = log
  }

  /** Deletes leftovers of killed processes, sets damaged releases aside. Resolves to the intact ones, newest first. */
  async open(): Promise<LoadedRelease[]> {
    await mkdir(this.folder, { recursive: true })
    for (const name of await readdir(this.folder)) {
      const pid = Number(/^\.partial-(\d+)/.exec(name)?.[1])
      if (pid && !isAlive(pid)) await this.delete(name)
    }
    const found: LoadedRelease[] = []
    for (const id of await this.listIds()) {
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
    const found = await Promise.all((await this.listIds()).map((id) => this.find(id)))
    return found.filter((release) => release !== undefined)
  }

  /** Undefined if it is damaged, or being deleted by another process. */
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

  async readCurrent(): Promise<CurrentRelease | undefined> {
    return this.readOrIgnore(currentName, currentSchema)
  }

  async setCurrent(current: CurrentRelease): Promise<void> {
    await writeJson(join(this.folder, currentName), current)
  }

  async readStale(): Promise<StalePage[]> {
    return (await this.readOrIgnore(staleName, z.array(stalePageSchema))) ?? []
  }

  async writeStale(pages: readonly StalePage[]): Promise<void> {
    await writeJson(join(this.folder, staleName), pages)
  }

  /** Serves an earlier release until the content changes. Throws RollbackError. */
  async rollBack(id: string): Promise<void> {
    const current = await this.readCurrent()
    const all = await this.list()
    const release = all.find((one) => one.id === id)
    // The served release was made by the running version of the code.
    const served = all.find((one) => one.id === current?.release) ?? all[0]
    if (!release) {
      throw new RollbackError(`There is no release ${id}: npm run releases lists all releases`)
    }
    if (served && served.version !== release.version) {
      throw new RollbackError(
        `The release ${id} was made by another version of the code or for another SITE_URL, so this site cannot serve it: start that version, or with that SITE_URL`,
      )
    }
    await readRelease(this.folder, id).catch((error: Error) => {
      throw new RollbackError(`The release ${id} is damaged: ${error.message}`)
    })
    await this.setCurrent({ release: id, content: current?.content ?? '' })
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
      const old = (await this.listIds()).slice(maxReleases).filter((id) => id !== current?.release)
      for (const id of old)
        await attempt(`The old release ${id}`, () => deleteRelease(join(this.folder, id), earlier, newest))
    })
    await attempt('Assets of old releases', () => deleteAgedAssets(earlier))
  }

  async findAsset(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
    if (!isAsset(path)) return undefined
    for (const name of [...(await this.listIds()), earlierName]) {
      const body = await readFile(join(this.folder, name, path)).catch(() => undefined)
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
      // Another process was first.
      if (!isMissing(failure)) this.log(`${what} and cannot be set aside: ${(failure as Error).message}`)
    }
  }

  private async listIds(): Promise<string[]> {
    const names = await readdir(this.folder)
    return names.filter((name) => idPattern.test(name)).toSorted((one, other) => (one < other ? 1 : -1))
  }

  private async readOrIgnore<Value>(name: string, schema: z.ZodType<Value>): Promise<Value | undefined> {
    const path = join(this.folder, name)
    const value = await readJson(path, schema)
    if (value !== 'damaged') return value
    this.log(`${path} is damaged and is ignored.`)
    return undefined
  }

  private async delete(name: string): Promise<void> {
    await rm(join(this.folder, name), { recursive: true, force: true })
  }
}
