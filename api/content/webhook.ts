import * as z from 'zod/mini'
import { readInstant } from '#domain/events/event-date.ts'
import { contentTypes } from '#domain/pages/pages.ts'
import { parseJson } from '../runtime/durable-files.ts'

/** Settings of the local and the hosted webhook. The signature covers only the body, so the body contains everything. */
export const webhookSettings = {
  filter: `_type in [${contentTypes.map((type) => `"${type}"`).join(', ')}]`,
  projection: `{
  "operation": delta::operation(),
  "projectId": sanity::projectId(),
  "dataset": sanity::dataset(),
  "before": before(){_id, _type, _rev, _updatedAt},
  "after": select(
    _type in ["event", "venue", "programme"] => after(),
    after(){_id, _type, _rev, _updatedAt}
  )
}`,
} as const

const documentSchema = z.looseObject({
  _id: z.string().check(z.minLength(1), z.maxLength(256)),
  _type: z.string(),
  _rev: z.string().check(z.minLength(1), z.maxLength(256)),
  _updatedAt: z.string().check(
    z.refine((text) => readInstant(text) !== undefined),
    z.overwrite((text) => readInstant(text) ?? text),
  ),
})

const messageSchema = z.object({
  operation: z.enum(['create', 'update', 'delete']),
  projectId: z.string(),
  dataset: z.string(),
  before: z.nullish(documentSchema),
  after: z.nullish(documentSchema),
})

export type ContentMessage = {
  projectId: string
  dataset: string
  operation: 'create' | 'update' | 'delete'
  /** Orders changes. The document's `_updatedAt`, or its last one after a removal; not the time of receipt. ISO 8601 in UTC. */
  updatedAt: string
  documentId: string
  documentType: string
  /** The document's `_rev` after the change, or before its removal. */
  revision: string
  /** The new version, absent after a removal. */
  document?: Record<string, unknown>
}

/** Reads a webhook's body; undefined unless it has the shape in `webhookSettings`. */
export function readMessage(body: string): ContentMessage | undefined {
  const result = messageSchema.safeParse(parseJson(body))
  if (!result.success) return undefined
  const { operation, projectId, dataset, before, after } = result.data
  const document = operation === 'delete' ? before : after
  if (!document) return undefined
  return {
    projectId,
    dataset,
    operation,
    updatedAt: document._updatedAt,
    documentId: document._id,
    documentType: document._type,
    revision: document._rev,
    ...(operation !== 'delete' && { document }),
  }
}

/** Whether the change affects visitors: published, in the site's dataset, of a type that the site uses. */
export function concernsSite(
  message: ContentMessage,
  { projectId, dataset }: { projectId: string; dataset: string },
): boolean {
  return (
    message.projectId === projectId &&
    message.dataset === dataset &&
    !/^(drafts|versions)\./.test(message.documentId) &&
    contentTypes.includes(message.documentType)
  )
}
