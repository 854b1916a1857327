import { createHash } from 'node:crypto'
import type { LakeDocument, Store } from '../store/types.ts'
import { type AssetKind, fileOfAsset } from './files.ts'
import type { ImageInfo } from './read-image.ts'

/** `origin` is the lake's own, for example `http://localhost:3333`. */
export type AssetLocation = { projectId: string; dataset: string; origin: string }

/** Metadata sent with an upload by @sanity/client. */
export type AssetInfo = {
  originalFilename?: string
  label?: string
  title?: string
  description?: string
  creditLine?: string
  source?: { id?: string; name?: string; url?: string }
}

export type AssetDocument = { _id: string; _type: string; path: string; url: string; [key: string]: unknown }

function sha1Of(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex')
}

/** The document of an image, as the hosted service writes it. */
export function makeImageDocument(
  bytes: Uint8Array,
  image: ImageInfo,
  info: AssetInfo,
  location: AssetLocation,
) {
  const sha1hash = sha1Of(bytes)
  const { extension, mimeType, width, height, metadata } = image
  const size = `${width}x${height}`
  return {
    _id: `image-${sha1hash}-${size}-${extension}`,
    _type: 'sanity.imageAsset',
    ...common(bytes, sha1hash, extension, mimeType),
    ...urlOf('images', `${sha1hash}-${size}.${extension}`, location),
    metadata,
    ...info,
  } satisfies AssetDocument
}

/** The document of any other file. */
export function makeFileDocument(
  bytes: Uint8Array,
  { extension, mimeType }: { extension: string; mimeType: string },
  info: AssetInfo,
  location: AssetLocation,
) {
  const sha1hash = sha1Of(bytes)
  return {
    _id: `file-${sha1hash}-${extension}`,
    _type: 'sanity.fileAsset',
    ...common(bytes, sha1hash, extension, mimeType),
    ...urlOf('files', `${sha1hash}.${extension}`, location),
    ...info,
  } satisfies AssetDocument
}

function common(bytes: Uint8Array, sha1hash: string, extension: string, mimeType: string) {
  return { assetId: sha1hash, extension, mimeType, sha1hash, size: bytes.byteLength }
}

function urlOf(kind: AssetKind, name: string, { projectId, dataset, origin }: AssetLocation) {
  const path = `${kind}/${projectId}/${dataset}/${name}`
  return { path, url: `${origin}/${path}` }
}

/** Identity of the lake's own changes in the history. No webhook is sent for them. */
export const lakeIdentity = 'lake-maintenance'

/**
 * Updates `url` and `path` of all assets after a start on another port: `url` is stored absolute, as in the hosted
 * service, and @sanity/export downloads from it.
 */
export function updateAssetUrls(store: Store, location: AssetLocation): void {
  const mutations = store.all().flatMap((document) => {
    const set = isLocal(document.url) ? correctUrl(document, location) : undefined
    return set === undefined ? [] : [{ patch: { id: document._id, set } }]
  })
  if (mutations.length > 0) store.transact({ mutations, identity: lakeIdentity })
}

function correctUrl(document: LakeDocument, location: AssetLocation) {
  const file = fileOfAsset(document._id)
  if (file === undefined) return undefined
  const correct = urlOf(file.kind, file.name, location)
  return document.url === correct.url ? undefined : correct
}

function isLocal(url: unknown): boolean {
  return typeof url === 'string' && /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):\d+\//.test(url)
}
