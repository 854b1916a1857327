import * as z from 'zod/mini'
import { readInstant } from '#domain/event-date.ts'

/** The types of documents that the site is made of. Changes of others are ignored. */
export const contentTypes = [
  'siteSettings',
  'home',
  'about',
  'apply',
  'mentors',
  'sponsors',
  'team',
  'contact',
  'event',
] as const

/**
 * What a webhook of the content is set up with, here and in a hosted project. Everything that is acted on stands in
 * the body: the signature covers no header.
 */
export const webhookSettings = {
  filter: `_type in [${contentTypes.map((type) => `"${type}"`).join(', ')}]`,
  projection: `{
  "operation": delta::operation(),
  "projectId": sanity::projectId(),
  "dataset": sanity::dataset(),
  "before": before(){_id, _type, _rev, _updatedAt},
  "after": after()
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

/** A change as a webhook tells of it. `document` is what there is now, and undefined after a removal. */
export type ContentMessage = {
  projectId: string
  dataset: string
  operation: 'create' | 'update' | 'delete'
  /** When the document was changed last, of a removed one before that: ISO 8601 in UTC, by the content's clock. */
  updatedAt: string
  documentId: string
  documentType: string
  revision: string
  document?: Record<string, unknown>
}

/** Reads a webhook's body; undefined where it is not of the form that `webhookSettings` gives it. */
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

/** Whether a change is one of what visitors see: of the dataset that this site shows, published, of a type of ours. */
export function concernsSite(
  message: ContentMessage,
  { projectId, dataset }: { projectId: string; dataset: string },
): boolean {
  return (
    message.projectId === projectId &&
    message.dataset === dataset &&
    !/^(drafts|versions)\./.test(message.documentId) &&
    (contentTypes as readonly string[]).includes(message.documentType)
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
