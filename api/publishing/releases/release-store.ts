import { link, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import {
  giveName,
  ignoreMissing,
  isMissing,
  readJson,
  syncFolder,
  writeDurably,
  writeJson,
} from '../../runtime/durable-files.ts'
import { isAlive } from '../../runtime/is-alive.ts'
import type { LocalFile } from '../pages.ts'
import type { PageSource, Previous, ReleaseFiles } from '../render.ts'
import { stalePageSchema, type StalePage } from '../stale-pages.ts'
import { deleteAgedAssets, isAsset, keepAssets } from './earlier-assets.ts'
import {
  type CurrentRelease,
  currentSchema,
  DamagedReleaseError,
  hashFiles,
  idForm,
  manifestName,
  readFiles,
  readManifest,
  RollbackError,
  type StoredRelease,
} from './stored-release.ts'

export const currentName = 'current.json'
const staleName = 'stale.json'
const earlierName = 'earlier'
const kept = 5
/** Damaged releases kept for inspection. */
const keptDamaged = 3

/** Each release is renamed into place once it is synced, so that a crash leaves no partial one. */
export class ReleaseStore {
  readonly folder: string
  private readonly log: (line: string) => void
  private last: { id: string; files: ReleaseFiles } | undefined

  constructor(folder: string, log: (line: string) => void = () => {}) {
    this.folder = folder
    this.log = log
  }

  /** Deletes leftovers of killed processes and sets damaged releases aside. */
  async open(): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    for (const name of await readdir(this.folder)) {
      const pid = Number(/^\.partial-(\d+)/.exec(name)?.[1])
      if (pid && !isAlive(pid)) await rm(join(this.folder, name), { recursive: true, force: true })
    }
    await this.verify()
  }

  /** Newest first, without damaged ones. */
  async list(): Promise<StoredRelease[]> {
    // An unreadable one is damaged, or being deleted by another process.
    const found = (await this.listNames()).map((name) =>
      readManifest(this.folder, name).catch(() => undefined),
    )
    return (await Promise.all(found)).filter((release) => release !== undefined)
  }

  async find(id: string): Promise<StoredRelease | undefined> {
    return idForm.test(id) ? readManifest(this.folder, id).catch(() => undefined) : undefined
  }

  async readCurrent(): Promise<CurrentRelease | undefined> {
    return this.readSmall(currentName, currentSchema)
  }

  async setCurrent(current: CurrentRelease): Promise<void> {
    await writeJson(join(this.folder, currentName), current)
  }

  async readStale(): Promise<StalePage[]> {
    return (await this.readSmall(staleName, z.array(stalePageSchema))) ?? []
  }

  async writeStale(pages: readonly StalePage[]): Promise<void> {
    await writeJson(join(this.folder, staleName), pages)
  }

  /** Serves an earlier release until the content changes. Throws RollbackError. */
  async rollBack(id: string): Promise<void> {
    const current = await this.readCurrent()
    const all = await this.list()
    const release = all.find((one) => one.id === id)
    // The served release has the running version of the code.
    const served = all.find((one) => one.id === current?.release) ?? all[0]
    if (!release) {
      throw new RollbackError(`There is no release ${id}: npm run releases lists all releases`)
    }
    if (served && served.version !== release.version) {
      throw new RollbackError(
        `The release ${id} was made by another version of the code or for another SITE_URL, so this site cannot serve it: start that version, or with that SITE_URL`,
      )
    }
    await this.read(release).catch((error: Error) => {
      throw new RollbackError(`The release ${id} is damaged: ${error.message}`)
    })
    await this.setCurrent({ release: id, content: current?.content ?? '' })
  }

  /** Links files that equal those of the last release. Throws the file system's error, leaving nothing behind. */
  async write(
    { files, pages, documents }: Pick<Previous, 'files'> & Partial<Previous>,
    { version, now }: { version: string; now: Date },
  ): Promise<StoredRelease> {
    const id = `${now.toISOString().replace(/[-:.]/g, '')}-${hashFiles(files)}`
    const partial = join(this.folder, `.partial-${process.pid}-${id}`)
    const folders = new Set([...files.keys()].map((path) => dirname(join(partial, path))))
    try {
      for (const folder of folders) await mkdir(folder, { recursive: true })
      const written = [...files].map(async ([path, body]) => {
        const target = join(partial, path)
        if (!(await this.linkSame(path, body, target))) await writeDurably(target, body)
      })
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
      const isFirst = await giveName(partial, join(this.folder, id))
      await syncFolder(this.folder)
      this.last = { id, files }
      return isFirst ? release : await readManifest(this.folder, id)
    } catch (error) {
      await rm(partial, { recursive: true, force: true })
      throw error
    }
  }

  /** Keeps five and the current one; their assets for a day more, for open pages. Never rejects; logs failures. */
  async deleteOldest(): Promise<void> {
    const attempt = async (what: string, work: () => Promise<void>) =>
      work().catch((error: Error) => this.log(`${what} could not be deleted: ${error.message}`))
    await attempt('Old releases', async () => {
      const current = await this.readCurrent()
      const newest = new Set(this.last?.files.keys())
      const old = (await this.listNames()).slice(kept).filter((name) => name !== current?.release)
      for (const name of old) await attempt(`The old release ${name}`, () => this.retire(name, newest))
    })
    await attempt('Assets of old releases', () => deleteAgedAssets(join(this.folder, earlierName)))
  }

  async findAsset(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
    if (!isAsset(path)) return undefined
    for (const name of [...(await this.listNames()), earlierName]) {
      const body = await readFile(join(this.folder, name, path)).catch(() => undefined)
      if (body) return body
    }
    return undefined
  }

  /** Throws DamagedReleaseError. */
  async read(release: StoredRelease): Promise<ReleaseFiles> {
    const files = await readFiles(this.folder, release)
    this.last = { id: release.id, files }
    return files
  }

  /** The first readable release; damaged ones are set aside. */
  async readFirst(releases: readonly StoredRelease[]): Promise<(Previous & { id: string }) | undefined> {
    for (const release of releases) {
      try {
        const { id, pages, documents } = release
        return {
          id,
          files: await this.read(release),
          pages: new Map(Object.entries(pages) as Array<[LocalFile, PageSource]>),
          documents: new Map(Object.entries(documents)),
        }
      } catch (error) {
        await this.setAside(release.id, error as Error)
      }
    }
    return undefined
  }

  async setAside(id: string, error: Error): Promise<void> {
    if (!(error instanceof DamagedReleaseError)) {
      this.log(`The release ${id} cannot be served: ${error.message}`)
      return
    }
    const what = `The release ${id} is damaged (${error.message})`
    const name = `damaged-${id}`
    try {
      await rm(join(this.folder, name), { recursive: true, force: true })
      await rename(join(this.folder, id), join(this.folder, name))
      this.log(`${what}: it is set aside as ${name}.`)
    } catch (failure) {
      // Another process was first.
      if (!isMissing(failure)) this.log(`${what} and cannot be set aside: ${(failure as Error).message}`)
    }
  }

  private async verify(): Promise<void> {
    for (const name of await this.listNames()) {
      try {
        await readFiles(this.folder, await readManifest(this.folder, name))
      } catch (error) {
        await this.setAside(name, error as Error)
      }
    }
    const damaged = (await readdir(this.folder)).filter((name) => name.startsWith('damaged-'))
    for (const name of damaged.toSorted().slice(0, -keptDamaged)) {
      await rm(join(this.folder, name), { recursive: true, force: true })
    }
  }

  private async listNames(): Promise<string[]> {
    const names = await readdir(this.folder)
    return names
      .filter((name) => idForm.test(name))
      .toSorted()
      .toReversed()
  }

  private async readSmall<Value>(name: string, schema: z.ZodType<Value>): Promise<Value | undefined> {
    const path = join(this.folder, name)
    const value = await readJson(path, schema)
    if (value !== 'damaged') return value
    this.log(`${path} is damaged and does not count.`)
    return undefined
  }

  private async linkSame(path: string, body: Buffer, target: string): Promise<boolean> {
    const { last } = this
    if (!last?.files.get(path)?.equals(body)) return false
    // Another process may have deleted it.
    return link(join(this.folder, last.id, path), target).then(
      () => true,
      () => false,
    )
  }

  private async retire(name: string, newest: ReadonlySet<string>): Promise<void> {
    // Rename first, so that no process sees half a deletion.
    const partial = join(this.folder, `.partial-${process.pid}-${name}`)
    try {
      await rename(join(this.folder, name), partial)
    } catch (error) {
      // Another process was first.
      return ignoreMissing(error)
    }
    await keepAssets(partial, join(this.folder, earlierName), newest)
    await rm(partial, { recursive: true, force: true })
  }
}
