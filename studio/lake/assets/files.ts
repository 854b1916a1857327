import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { Store } from '../store/types.ts'

/** `size` in bytes. The content never changes. */
export type FoundFile = { name: string; path: string; size: number }

export type AssetFiles = ReturnType<typeof openAssetFiles>

/** The files of the assets: one folder per kind, named as on Sanity's CDN. */
export function openAssetFiles(folder: string) {
  for (const kind of ['images', 'files'] as const)
    mkdirSync(join(folder, kind), { recursive: true, mode: 0o700 })
  return {
    /** Undefined if the name is not that of an asset, or there is no such file. */
    find(kind: AssetKind, name: string): FoundFile | undefined {
      if (!assetName.test(name)) return undefined
      const path = join(folder, kind, name)
      const stats = statSync(path, { throwIfNoEntry: false })
      return stats && { name, path, size: stats.size }
    },
    /**
     * Writes a temporary file, then renames it and runs `commit` in one synchronous step, so the file cannot be deleted
     * in between. If `commit` throws, the file is deleted at the next start.
     */
    async write<Result>(kind: AssetKind, name: string, bytes: Uint8Array, commit: () => Result) {
      const temporary = join(folder, kind, `.${randomUUID()}`)
      try {
        await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600, flush: true })
        renameSync(temporary, join(folder, kind, name))
        flushFolder(join(folder, kind))
        return commit()
      } finally {
        await rm(temporary, { force: true })
      }
    },
    remove: (kind: AssetKind, name: string) => rmSync(join(folder, kind, name), { force: true }),
    list: (kind: AssetKind) => readdirSync(join(folder, kind)),
  }
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

/** Deletes the file of an asset with its document, and at the start files that a crash left without a document. */
export function deleteOrphanedFiles(store: Store, files: AssetFiles): void {
  const known = new Set(store.all().map(({ _id }) => fileOfAsset(_id)?.name))
  for (const kind of ['images', 'files'] as const) {
    for (const name of files.list(kind)) if (!known.has(name)) files.remove(kind, name)
  }
  store.afterCommit(({ changes }) => {
    for (const { documentId, after } of changes) {
      const file = after === undefined ? fileOfAsset(documentId) : undefined
      if (file !== undefined) files.remove(file.kind, file.name)
    }
  })
}

export type AssetKind = 'images' | 'files'

/** Pixels: the file name has five digits for each side. */
export const maxAssetSide = 99_999

/** Hash of the content, size of an image, extension. */
const assetName = /^[0-9a-f]{40}(?:-\d{1,5}x\d{1,5})?\.[a-z0-9]{1,16}$/
const assetId = /^(image|file)-([0-9a-f]{40}(?:-\d{1,5}x\d{1,5})?)-([a-z0-9]{1,16})$/

/** The file of an asset document by the document's id; undefined for other documents. */
export function fileOfAsset(documentId: string): { kind: AssetKind; name: string } | undefined {
  const [, type, name, extension] = assetId.exec(documentId) ?? []
  if (type === undefined) return undefined
  return { kind: type === 'image' ? 'images' : 'files', name: `${name}.${extension}` }
}

/** Image formats accepted for upload, by sharp's name, with Sanity's extension. */
const imageFormats = {
  avif: 'avif',
  gif: 'gif',
  jpeg: 'jpg',
  png: 'png',
  svg: 'svg',
  tiff: 'tif',
  webp: 'webp',
}

/** sharp reports AVIF and HEIC as `heif`; this build decodes AVIF only. */
export function findImageFormat(format: string | undefined, compression: string | undefined) {
  const name = format === 'heif' && compression === 'av1' ? 'avif' : format
  const extension = Object.entries(imageFormats).find(([known]) => known === name)?.[1]
  return extension === undefined ? undefined : { extension, mimeType: contentTypeOf(`.${extension}`) }
}

/** Media types that a browser may display, since they cannot run scripts. Files of all others are downloads. */
export const passiveTypes = /^(?:image\/(?!svg)|audio\/|video\/|text\/(?:plain|csv|vtt)\b|application\/pdf$)/

export function contentTypeOf(file: string): string {
  if (file.endsWith('.svg')) return 'image/svg+xml'
  if (file.endsWith('.vtt')) return 'text/vtt; charset=utf-8'
  const type = getMimeType(file) ?? ''
  return passiveTypes.test(type) ? type : 'application/octet-stream'
}
