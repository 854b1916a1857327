import { WorkingCopy } from '../mutations/apply.ts'
import { addArrayKeys } from '../mutations/array-keys.ts'
import { isAttributes } from '../mutations/parse.ts'
import type { Store } from '../store/types.ts'
import { actionErrors, toActionError } from './fields.ts'
import { toMutations } from './document-actions.ts'

/**
 * The mutations of a list of actions, with array keys. Each action sees the result of those before it.
 * Throws LakeError 400 or 409 with the index of the action that failed.
 */
export function actionsToMutations(actions: readonly unknown[], store: Store, identity: string): unknown[] {
  const now = new Date()
  const documents = new WorkingCopy(store, { transactionId: 'preview', timestamp: now.toISOString() })
  const context = { documents, database: store.database, identity, now }
  return actions.flatMap((action, index) => {
    try {
      if (!isAttributes(action)) throw actionErrors.malformed('An action must be an object')
      const mutations = toMutations(action, context).map(addArrayKeys)
      if (actions.length > 1) documents.apply(mutations)
      return mutations
    } catch (error) {
      throw toActionError(error, index)
    }
  })
}
