import type { LakeDocument, Store } from '../store/types.ts'
import { addresses, type AssetPlace } from './documents.ts'
import { fileOfAsset } from './names.ts'

/** Changes that the lake itself makes stand in the history under this name, and no webhook hears of them. */
export const maintenance = 'lake-maintenance'

/**
 * `url` of an asset is stored absolute, as the hosted service does it, so it names the port of the day: when the lake
 * starts on another one, every address of its own is written anew.
 */
export function rebaseUrls(store: Store, place: AssetPlace): void {
  const mutations = store.all().flatMap((document) => {
    const set = isLocal(document.url) ? rightAddresses(document, place) : undefined
    return set === undefined ? [] : [{ patch: { id: document._id, set } }]
  })
  if (mutations.length > 0) store.transact({ mutations, identity: maintenance })
}

function rightAddresses(document: LakeDocument, place: AssetPlace) {
  const file = fileOfAsset(document._id)
  if (file === undefined) return undefined
  const right = addresses(file.kind, file.name, place)
  return document['url'] === right.url ? undefined : right
}

function isLocal(url: unknown): boolean {
  return typeof url === 'string' && /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):\d+\//.test(url)
}
