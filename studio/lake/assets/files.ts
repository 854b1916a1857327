import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../store/types.ts'

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

export type AssetKind = 'images' | 'files'

/** Pixels: the file name has five digits for each side. */
export const maxAssetSide = 99_999

const image = String.raw`[0-9a-f]{40}-\d{1,5}x\d{1,5}`
const imageId = new RegExp(`^image-(${image})-([a-z0-9]{1,8})$`)
const fileId = /^file-([0-9a-f]{40})-([a-z0-9]{1,16})$/

const names = {
  images: new RegExp(`^${image}\\.[a-z0-9]{1,8}$`),
  files: /^[0-9a-f]{40}(\.[a-z0-9]{1,16})?$/,
}

function isAssetName(kind: AssetKind, name: string): boolean {
  return names[kind].test(name)
}

/** The file of an asset document by the document's id; undefined for other documents. */
export function fileOfAsset(documentId: string): { kind: AssetKind; name: string } | undefined {
  const ofImage = imageId.exec(documentId)
  if (ofImage !== null) return { kind: 'images', name: `${ofImage[1]}.${ofImage[2]}` }
  const ofFile = fileId.exec(documentId)
  return ofFile === null ? undefined : { kind: 'files', name: `${ofFile[1]}.${ofFile[2]}` }
}

/** Image formats accepted for upload, by sharp's name, with Sanity's extension and media type. */
const imageFormats: Record<string, { extension: string; mimeType: string }> = {
  avif: { extension: 'avif', mimeType: 'image/avif' },
  gif: { extension: 'gif', mimeType: 'image/gif' },
  jpeg: { extension: 'jpg', mimeType: 'image/jpeg' },
  png: { extension: 'png', mimeType: 'image/png' },
  svg: { extension: 'svg', mimeType: 'image/svg+xml' },
  tiff: { extension: 'tif', mimeType: 'image/tiff' },
  webp: { extension: 'webp', mimeType: 'image/webp' },
}

/** sharp reports AVIF and HEIC as `heif`; this build decodes AVIF only. */
export function findImageFormat(format: string | undefined, compression: string | undefined) {
  if (format === 'heif' && compression === 'av1') return imageFormats['avif']
  return format === undefined ? undefined : imageFormats[format]
}

/** Media types of files that a browser may display. All others are downloads. */
const shownFiles: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  webm: 'video/webm',
}

export function contentTypeOf(extension: string): string {
  const imageFormat = Object.values(imageFormats).find((format) => format.extension === extension)
  return imageFormat?.mimeType ?? shownFiles[extension] ?? 'application/octet-stream'
}
