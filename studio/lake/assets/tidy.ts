import type { Store } from '../store/types.ts'
import type { AssetFiles } from './files.ts'
import { fileOfAsset } from './names.ts'

/**
 * Removes the file of an asset whose document is deleted, as the hosted service does. What a crash left between the
 * two, or in the middle of an upload, goes at the start.
 */
export function tidyAssets(store: Store, files: AssetFiles): () => void {
  for (const kind of ['images', 'files'] as const) {
    const known = new Set(store.all().map(({ _id }) => fileOfAsset(_id)?.name))
    for (const name of files.list(kind)) if (!known.has(name)) files.remove(kind, name)
  }
  return store.afterCommit(({ changes }) => {
    for (const { documentId, after } of changes) {
      const file = after === undefined ? fileOfAsset(documentId) : undefined
      if (file !== undefined) files.remove(file.kind, file.name)
    }
  })
}
