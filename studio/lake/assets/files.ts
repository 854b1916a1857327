import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Store } from '../store/types.ts'
import { type AssetKind, fileOfAsset, isAssetName } from './names.ts'

/** `size` in bytes. The content never changes. */
export type FoundFile = { name: string; path: string; size: number }

/** The files of the assets: one folder per kind, named as on Sanity's CDN. */
export type AssetFiles = {
  /** Undefined if the name is not that of an asset, or there is no such file. */
  find: (kind: AssetKind, name: string) => Promise<FoundFile | undefined>
  /**
   * Writes a temporary file, then renames it and runs `commit` in one synchronous step, so the file cannot be deleted
   * in between. If `commit` throws, the file is deleted at the next start.
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
      const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      return stats === undefined ? undefined : { name, path, size: stats.size }
    },
    async write(kind, name, bytes, commit) {
      const temporary = join(folder, kind, `.${randomUUID()}`)
      try {
        await writeFlushed(temporary, bytes)
        renameSync(temporary, join(folder, kind, name))
        flushFolder(join(folder, kind))
        return commit()
      } finally {
        await rm(temporary, { force: true })
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

/** A rename is durable once the folder is flushed. */
function flushFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * Deletes the file of an asset with its document, and at the start files that a crash left without a document.
 * Returns a function that stops it.
 */
export function deleteOrphanedFiles(store: Store, files: AssetFiles): () => void {
  const known = new Set(store.all().map(({ _id }) => fileOfAsset(_id)?.name))
  for (const kind of ['images', 'files'] as const) {
    for (const name of files.list(kind)) if (!known.has(name)) files.remove(kind, name)
  }
  return store.afterCommit(({ changes }) => {
    for (const { documentId, after } of changes) {
      const file = after === undefined ? fileOfAsset(documentId) : undefined
      if (file !== undefined) files.remove(file.kind, file.name)
    }
  })
}
