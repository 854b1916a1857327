import { evaluate, parse } from 'groq-js'
import type { LakeDocument } from '../store/types.ts'
import type { Webhook } from './settings.ts'

export type Operation = Webhook['on'][number]

export type DocumentChange = { before: LakeDocument | undefined; after: LakeDocument | undefined }

export function operationOf({ before, after }: DocumentChange): Operation {
  if (before === undefined) return 'create'
  return after === undefined ? 'delete' : 'update'
}

/** True for what lies beside the published content: drafts and the versions of releases. */
export function isUnpublished(documentId: string): boolean {
  return documentId.startsWith('drafts.') || documentId.startsWith('versions.')
}

/**
 * The JSON that a webhook sends of a change, or undefined where its filter passes it over. Without a projection that
 * is the document after the change, and of a deleted one the document before it.
 */
export async function composeBody(webhook: Webhook, change: DocumentChange): Promise<string | undefined> {
  const { filter, projection } = webhook
  if (filter !== undefined && (await ask(filter, change)) !== true) return undefined
  const content = projection === undefined ? (change.after ?? change.before) : await ask(projection, change)
  return JSON.stringify(content ?? null)
}

/** GROQ over the one change, without any other document: the hosted service takes no sub-queries either. */
async function ask(groq: string, { before, after }: DocumentChange): Promise<unknown> {
  const value = await evaluate(parse(groq, { mode: 'delta' }), {
    before: before ?? null,
    after: after ?? null,
    root: after ?? before,
    dataset: [],
  })
  return value.get()
}
