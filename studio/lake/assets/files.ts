import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { type AssetKind, isAssetName } from './names.ts'

/** A file of an asset, of so many bytes. Its content never changes. */
export type FoundFile = { name: string; path: string; size: number }

/** The bytes of the assets: one folder per kind, the names are those of Sanity's CDN. */
export type AssetFiles = {
  /** Undefined for a name that is no asset's, or has no file. */
  find: (kind: AssetKind, name: string) => Promise<FoundFile | undefined>
  /**
   * Writes the bytes to disk under a name of no asset, then gives them theirs with the same breath in which `commit`
   * runs, so that nobody can remove the file in between. Without `commit` succeeding, the file stays for nobody.
   */
  write: <Result>(kind: AssetKind, name: string, bytes: Uint8Array, commit: () => Result) => Promise<Result>
  remove: (kind: AssetKind, name: string) => void
  list: (kind: AssetKind) => string[]
}

export function openAssetFiles(folder: string): AssetFiles {
  for (const kind of ['images', 'files'] as const)
    mkdirSync(join(folder, kind), { recursive: true, mode: 0o700 })
  return {
    async find(kind, name) {
      if (!isAssetName(kind, name)) return undefined
      const path = join(folder, kind, name)
      const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      return facts === undefined ? undefined : { name, path, size: facts.size }
    },
    async write(kind, name, bytes, commit) {
      const draft = join(folder, kind, `.${randomUUID()}`)
      try {
        await writeFlushed(draft, bytes)
        renameSync(draft, join(folder, kind, name))
        flushFolder(join(folder, kind))
        return commit()
      } finally {
        await rm(draft, { force: true })
      }
    },
    remove: (kind, name) => rmSync(join(folder, kind, name), { force: true }),
    list: (kind) => readdirSync(join(folder, kind)),
  }
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes)
  await file.sync()
}

/** A new name is on disk once its folder is. */
function flushFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
