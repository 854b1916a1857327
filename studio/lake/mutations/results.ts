import type { Change } from '../store/types.ts'

/** What one mutation did to one document; a mutation by query has as many as it selects documents. */
export type MutationOutcome = { id: string; operation: 'create' | 'update' | 'delete' | 'none' }

export function operationOf({
  before,
  after,
}: Pick<Change, 'before' | 'after'>): 'create' | 'update' | 'delete' {
  if (!before) return 'create'
  return after ? 'update' : 'delete'
}
