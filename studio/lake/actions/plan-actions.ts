import { applyMutations } from '../mutations/apply.ts'
import { addArrayKeys } from '../mutations/array-keys.ts'
import { isAttributes } from '../mutations/parse.ts'
import { selectIds } from '../query/select-ids.ts'
import type { LakeDocument, Store } from '../store/types.ts'
import { ActionError, actionErrors } from './errors.ts'
import { type Dataset, planAction } from './plan-action.ts'

/**
 * The mutations of a list of actions, each seeing the result of those before it, with keys in lists.
 * Throws ActionError, MutationError.
 */
export function planActions(actions: readonly unknown[], store: Store): unknown[] {
  const changed = new Map<string, LakeDocument | undefined>()
  const dataset: Dataset = {
    get: (id) => (changed.has(id) ? changed.get(id) : store.get(id)),
    all: () => store.all(),
  }
  return actions.flatMap((action, index) => {
    const mutations = planOne(action, index, dataset).map(addArrayKeys)
    if (actions.length > 1)
      for (const { documentId, after } of applyMutations(
        dataset,
        structuredClone(mutations),
        preview,
        selectIds,
      ).changes)
        changed.set(documentId, after)
    return mutations
  })
}

const preview = { transactionId: 'preview', timestamp: new Date(0).toISOString() }

function planOne(action: unknown, index: number, dataset: Dataset): unknown[] {
  try {
    if (!isAttributes(action)) throw actionErrors.malformed('An action is an object')
    return planAction(action, dataset)
  } catch (error) {
    throw error instanceof ActionError ? error.at(index) : error
  }
}
