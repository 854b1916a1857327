import { toEffects } from '../history/mendoza.ts'
import { isVersionId } from '../mutations/document-id.ts'
import type { Change, Transaction } from '../store/types.ts'
import type { Matcher } from './matcher.ts'

export type ListenOptions = {
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  includeAllVersions: boolean
  effects: boolean
}

export type MutationEvent = { eventId: string; documentId: string; [field: string]: unknown }

type Transition = 'appear' | 'update' | 'disappear'

/**
 * What a transaction means to one listener: an event for each document that its query has, had or gets.
 * Throws LakeError 400 where the query fails or takes too long.
 */
export function toMutationEvents(
  transaction: Transaction,
  matches: Matcher,
  options: ListenOptions,
): MutationEvent[] {
  const told = transaction.changes.filter(
    ({ documentId }) => options.includeAllVersions || !isVersionId(documentId),
  )
  const matched = matches(told.flatMap(({ before, after }) => [before, after]))
  const seen = told.flatMap((change, index) => {
    const transition = transitionOf(matched[2 * index] === true, matched[2 * index + 1] === true)
    return transition ? [{ change, transition }] : []
  })
  // The Studio waits for as many events as the total says, so it counts those that this listener gets.
  return seen.map(({ change, transition }, index) => ({
    ...toMutationEvent(transaction, change, options),
    transition,
    transactionTotalEvents: seen.length,
    transactionCurrentEvent: index + 1,
  }))
}

function transitionOf(matched: boolean, matchesNow: boolean): Transition | undefined {
  if (matchesNow) return matched ? 'update' : 'appear'
  return matched ? 'disappear' : undefined
}

function toMutationEvent(transaction: Transaction, change: Change, options: ListenOptions): MutationEvent {
  const { documentId, before, after, mutations } = change
  return {
    eventId: `${transaction.id}#${documentId}`,
    documentId,
    transactionId: transaction.id,
    identity: transaction.identity,
    timestamp: transaction.timestamp,
    visibility: 'query',
    ...(before && { previousRev: before._rev }),
    // After a removal as well: the Studio drops an event without it, and waits in vain from then on.
    resultRev: transaction.id,
    mutations: options.includeMutations ? mutations : [],
    ...(options.includeResult && after && { result: after }),
    ...(options.includePreviousRevision && before && { previous: before }),
    ...(options.effects && { effects: toEffects(change) }),
  }
}
