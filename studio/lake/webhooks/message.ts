import { evaluate, parse } from 'groq-js'
import type { LakeDocument } from '../store/types.ts'
import type { Delivery } from './outbox.ts'
import type { Webhook } from './settings.ts'

type Place = { projectId: string; dataset: string }
type DocumentChange = { before: LakeDocument | null; after: LakeDocument | null }

/**
 * The JSON that a webhook sends of a change, or undefined where its filter passes it over. Without a projection that
 * is the document after the change, and of a deleted one the document before it.
 */
export async function composeBody(
  { filter, projection }: Webhook,
  delivery: Pick<Delivery, 'before' | 'after' | 'wasAttempted'>,
  place: Place,
): Promise<string | undefined> {
  const change = { before: fromJson(delivery.before), after: fromJson(delivery.after) }
  // A receiver that may have an earlier change gets this one as well, whatever the filter makes of the two.
  if (filter && !delivery.wasAttempted && (await ask(filter, change, place)) !== true) return undefined
  const content = projection ? await ask(projection, change, place) : (change.after ?? change.before)
  return JSON.stringify(content ?? null)
}

/** GROQ over the one change, without any other document: the hosted service takes no sub-queries either. */
async function ask(groq: string, { before, after }: DocumentChange, { projectId, dataset }: Place) {
  const value = await evaluate(parse(groq, { mode: 'delta' }), {
    before,
    after,
    root: after ?? before,
    dataset: [],
    sanity: { projectId, dataset },
  })
  return (await value.get()) as unknown
}

function fromJson(json: string | null): LakeDocument | null {
  return json === null ? null : (JSON.parse(json) as LakeDocument)
}
