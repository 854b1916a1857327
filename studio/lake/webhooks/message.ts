import { evaluate, parse } from 'groq-js'
import type { LakeDocument } from '../store/types.ts'
import type { Webhook } from './settings.ts'

export type DocumentChange = { before: LakeDocument | undefined; after: LakeDocument | undefined }

/**
 * The JSON that a webhook sends of a change, or undefined where its filter passes it over. Without a projection that
 * is the document after the change, and of a deleted one the document before it.
 */
export async function composeBody(
  webhook: Webhook,
  change: DocumentChange,
  place: { projectId: string; dataset: string },
): Promise<string | undefined> {
  const { filter, projection } = webhook
  if (filter !== undefined && (await ask(filter, change, place)) !== true) return undefined
  const content =
    projection === undefined ? (change.after ?? change.before) : await ask(projection, change, place)
  return JSON.stringify(content ?? null)
}

/** GROQ over the one change, without any other document: the hosted service takes no sub-queries either. */
async function ask(
  groq: string,
  { before, after }: DocumentChange,
  { projectId, dataset }: { projectId: string; dataset: string },
): Promise<unknown> {
  const value = await evaluate(parse(groq, { mode: 'delta' }), {
    before: before ?? null,
    after: after ?? null,
    root: after ?? before,
    dataset: [],
    sanity: { projectId, dataset },
  })
  return value.get()
}
