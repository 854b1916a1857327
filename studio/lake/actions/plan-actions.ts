import { applyMutations } from '../mutations/apply.ts'
import { addArrayKeys } from '../mutations/array-keys.ts'
import { isAttributes } from '../mutations/parse.ts'
import type { LakeDocument, Store } from '../store/types.ts'
import { actionErrors, toActionError } from './errors.ts'
import { type Dataset, planAction } from './plan-action.ts'

/**
 * The mutations of a list of actions, each seeing the result of those before it, with keys in lists.
 * Throws LakeError 400 or 409 with the place of the action that cannot be done.
 */
export function planActions(actions: readonly unknown[], store: Store): unknown[] {
  const changed = new Map<string, LakeDocument | undefined>()
  const dataset: Dataset = {
    get: (id) => (changed.has(id) ? changed.get(id) : store.get(id)),
    all: () => store.all(),
  }
  return actions.flatMap((action, index) => {
    try {
      if (!isAttributes(action)) throw actionErrors.malformed('An action is an object')
      const mutations = planAction(action, dataset).map(addArrayKeys)
      if (actions.length > 1)
        for (const { documentId, after } of applyMutations(dataset, structuredClone(mutations), preview)
          .changes)
          changed.set(documentId, after)
      return mutations
    } catch (error) {
      throw toActionError(error, index)
    }
  })
}

const preview = { transactionId: 'preview', timestamp: new Date(0).toISOString() }
