import { createHash } from 'node:crypto'
import type { Store } from '../store/types.ts'
import { type AssetKind, fileOfAsset } from './files.ts'

/** `origin` is the lake's own, for example `http://localhost:3333`. */
export type AssetLocation = { projectId: string; dataset: string; origin: string }

/** What an asset's document says of its bytes, and what was sent with them. */
export type AssetContent = {
  extension: string
  mimeType: string
  size?: string
  [field: string]: unknown
}

/** The document of an asset, as the hosted service writes it. */
export function makeAssetDocument(
  kind: AssetKind,
  bytes: Uint8Array,
  { size, ...content }: AssetContent,
  location: AssetLocation,
) {
  const sha1hash = createHash('sha1').update(bytes).digest('hex')
  const name = size === undefined ? sha1hash : `${sha1hash}-${size}`
  const type = kind === 'images' ? 'image' : 'file'
  return {
    _id: `${type}-${name}-${content.extension}`,
    _type: `sanity.${type}Asset`,
    assetId: sha1hash,
    sha1hash,
    size: bytes.byteLength,
    ...urlOf(kind, `${name}.${content.extension}`, location),
    ...content,
  }
}

function urlOf(kind: AssetKind, name: string, { projectId, dataset, origin }: AssetLocation) {
  const path = `${kind}/${projectId}/${dataset}/${name}`
  return { path, url: `${origin}/${path}` }
}

/** Identity of the lake's own changes in the history. No webhook is sent for them. */
export const lakeIdentity = 'lake-maintenance'

const localUrl = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):\d+\//

/**
 * Updates `url` and `path` of all assets after a start on another port: `url` is stored absolute, as in the hosted
 * service, and @sanity/export downloads from it.
 */
export function updateAssetUrls(store: Store, location: AssetLocation): void {
  const mutations = store.all().flatMap(({ _id: id, url }) => {
    const file = fileOfAsset(id)
    if (!file || typeof url !== 'string' || !localUrl.test(url)) return []
    const set = urlOf(file.kind, file.name, location)
    return url === set.url ? [] : [{ patch: { id, set } }]
  })
  if (mutations.length > 0) store.transact({ mutations, identity: lakeIdentity })
}
