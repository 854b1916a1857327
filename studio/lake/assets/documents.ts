import { createHash } from 'node:crypto'
import type { AssetKind } from './names.ts'
import type { ImageFacts } from './read-image.ts'

/** Where the assets of one dataset are found. `origin` is the lake's own, as `http://localhost:3333`. */
export type AssetPlace = { projectId: string; dataset: string; origin: string }

/** What the uploader says of the file: names and source, each as Sanity's client sends it. */
export type AssetNotes = {
  originalFilename?: string
  label?: string
  title?: string
  description?: string
  creditLine?: string
  source?: { id?: string; name?: string; url?: string }
}

export type AssetDocument = { _id: string; _type: string; path: string; url: string; [key: string]: unknown }

export function sha1Of(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex')
}

/** The document of an image, as the hosted service writes it. */
export function makeImageDocument(
  bytes: Uint8Array,
  facts: ImageFacts,
  notes: AssetNotes,
  place: AssetPlace,
) {
  const sha1hash = sha1Of(bytes)
  const { extension, mimeType, width, height, metadata } = facts
  const size = `${width}x${height}`
  return {
    _id: `image-${sha1hash}-${size}-${extension}`,
    _type: 'sanity.imageAsset',
    ...common(bytes, sha1hash, extension, mimeType),
    ...addresses('images', `${sha1hash}-${size}.${extension}`, place),
    metadata,
    ...notes,
  } satisfies AssetDocument
}

/** The document of any other file. */
export function makeFileDocument(
  bytes: Uint8Array,
  { extension, mimeType }: { extension: string; mimeType: string },
  notes: AssetNotes,
  place: AssetPlace,
) {
  const sha1hash = sha1Of(bytes)
  return {
    _id: `file-${sha1hash}-${extension}`,
    _type: 'sanity.fileAsset',
    ...common(bytes, sha1hash, extension, mimeType),
    ...addresses('files', `${sha1hash}.${extension}`, place),
    ...notes,
  } satisfies AssetDocument
}

function common(bytes: Uint8Array, sha1hash: string, extension: string, mimeType: string) {
  return { assetId: sha1hash, extension, mimeType, sha1hash, size: bytes.byteLength }
}

export function addresses(kind: AssetKind, name: string, { projectId, dataset, origin }: AssetPlace) {
  const path = `${kind}/${projectId}/${dataset}/${name}`
  return { path, url: `${origin}/${path}` }
}
