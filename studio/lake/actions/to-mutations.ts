import { applyMutations, type Documents } from '../mutations/apply.ts'
import { addArrayKeys } from '../mutations/array-keys.ts'
import { isAttributes } from '../mutations/parse.ts'
import type { LakeDocument, Store } from '../store/types.ts'
import { actionErrors, toActionError } from './fields.ts'
import { toMutations } from './document-actions.ts'

/**
 * The mutations of a list of actions, with array keys. Each action sees the result of those before it.
 * Throws LakeError 400 or 409 with the index of the action that failed.
 */
export function actionsToMutations(actions: readonly unknown[], store: Store, identity: string): unknown[] {
  const changed = new Map<string, LakeDocument | undefined>()
  const documents: Documents = {
    get: (id) => (changed.has(id) ? changed.get(id) : store.get(id)),
    all: () => mergeChanges(store.all(), changed),
  }
  const context = { documents, database: store.database, identity, now: new Date() }
  return actions.flatMap((action, index) => {
    try {
      if (!isAttributes(action)) throw actionErrors.malformed('An action must be an object')
      const mutations = toMutations(action, context).map(addArrayKeys)
      if (actions.length > 1)
        for (const { documentId, after } of applyMutations(documents, structuredClone(mutations), preview)
          .changes)
          changed.set(documentId, after)
      return mutations
    } catch (error) {
      throw toActionError(error, index)
    }
  })
}

const preview = { transactionId: 'preview', timestamp: new Date(0).toISOString() }

function mergeChanges(
  stored: readonly LakeDocument[],
  changed: ReadonlyMap<string, LakeDocument | undefined>,
): readonly LakeDocument[] {
  if (changed.size === 0) return stored
  const unchanged = stored.filter(({ _id }) => !changed.has(_id))
  return [...unchanged, ...[...changed.values()].filter((document) => document !== undefined)]
}
