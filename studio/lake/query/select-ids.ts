import type { LakeDocument } from '../store/types.ts'
import { evaluateQuery } from './evaluate.ts'
import { queryErrors } from './errors.ts'
import { View } from './view.ts'

const nowhere = { identity: '', projectId: '', dataset: '' }

/**
 * The documents that the query of a patch or delete selects, drafts and versions included.
 * Throws LakeError 400 where the query cannot be run or does not give documents.
 */
export function selectIds(
  query: string,
  params: Record<string, unknown>,
  documents: readonly LakeDocument[],
): string[] {
  const result = evaluateQuery(query, params, new View(() => documents), nowhere)
  const list = Array.isArray(result) ? (result as unknown[]) : result === null ? [] : [result]
  return list.map((item) => {
    const id = (item as { _id?: unknown } | null)?._id
    if (typeof id !== 'string')
      throw queryErrors.cannotRun('needs a query that gives documents, to patch or delete by')
    return id
  })
}
