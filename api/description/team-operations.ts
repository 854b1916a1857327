import * as z from 'zod/mini'
import { publishStatusSchema } from '#domain/content/publish-status.ts'
import { foundSchema } from '#domain/import/found.ts'
import { importRequestSchema } from '#domain/import/request.ts'
import {
  deskListSchema,
  deskResultSchema,
  listingHistorySchema,
  savedBanSchema,
} from '#domain/moderation/desk-schemas.ts'
import { banSchema, decisionSchema, deskChangeSchema, deskQueues } from '#domain/moderation/desk.ts'
import { messageSchema } from '../content/webhook.ts'
import { errors, type Operation, type Operations } from './operation.ts'

const desk: Pick<Operation, 'tag' | 'token'> = { tag: 'Moderation', token: 'team' }
const cached = { ETag: 'For `If-None-Match`.' }
const done = { 204: { description: 'Done.' } }

const preview: Pick<Operation, 'tag' | 'token' | 'isPage' | 'errors'> = {
  tag: 'Previews',
  token: 'previewSecret',
  isPage: true,
  errors: {
    422: 'The content is faulty.',
    429: 'More than 20 wrong secrets of the network within a minute.',
    503: 'The content does not answer, or the server has no token that may read drafts.',
  },
}
const language = z.optional(z.string())

export const teamOperations: Operations = {
  'GET /api/moderation/listings': {
    ...desk,
    summary: 'A queue of the desk',
    query: z.object({
      queue: z.optional(z.enum(deskQueues)),
      before: z.optional(z.string().check(z.regex(/^\d{1,17}\.[\da-f-]{36}$/))),
    }),
    answers: { 200: { description: 'At most 50 listings.', schema: deskListSchema, headers: cached } },
    errors: { ...errors.team, 400: 'Another queue or cursor.' },
  },
  'GET /api/moderation/listings/{id}': {
    ...desk,
    summary: 'A listing with its history',
    answers: { 200: { description: 'The listing.', schema: listingHistorySchema, headers: cached } },
    errors: { ...errors.team, 404: 'Unknown.' },
  },
  'POST /api/moderation/changes': {
    ...desk,
    summary: 'Change listings',
    description:
      '`hide` and `delete` need a reason, `move` a place. One that cannot be changed does not stop the others.',
    json: deskChangeSchema,
    answers: {
      200: { description: 'What became of each.', schema: z.object({ results: z.array(deskResultSchema) }) },
    },
    errors: errors.teamBody,
  },
  'POST /api/moderation/events/{id}/keep': {
    ...desk,
    summary: 'Reject the reports of an event',
    json: decisionSchema,
    answers: done,
    errors: { ...errors.teamBody, 404: 'Not an id.' },
  },
  'POST /api/moderation/resume': {
    ...desk,
    summary: 'Let reports hide listings again',
    json: decisionSchema,
    answers: done,
    errors: errors.teamBody,
  },
  'GET /api/moderation/bans': {
    ...desk,
    summary: 'All bans',
    answers: { 200: { description: 'Newest first.', schema: z.array(savedBanSchema) } },
    errors: errors.team,
  },
  'POST /api/moderation/bans': {
    ...desk,
    summary: 'Ban a contact, a network or a phrase',
    description: 'A contact or network is that of a `listing`; a contact or phrase may be given as `text`.',
    json: banSchema,
    answers: { 201: { description: 'The new bans.', schema: z.array(savedBanSchema) } },
    errors: errors.teamBody,
  },
  'DELETE /api/moderation/bans/{ban}': {
    ...desk,
    summary: 'End a ban',
    path: z.object({ ban: z.string().check(z.regex(/^\d{1,18}$/)) }),
    json: decisionSchema,
    answers: done,
    errors: { ...errors.teamBody, 404: 'It no longer exists.' },
  },
  'POST /api/import': {
    ...desk,
    tag: 'Import',
    summary: 'Read the events of an address or a file',
    description: 'Takes `address`, or `file` in base64 with `name` or `source`. Writes nothing.',
    json: importRequestSchema,
    answers: { 200: { description: 'What was found.', schema: foundSchema } },
    errors: {
      ...errors.team,
      400: 'Neither an address nor a file with its name.',
      408: 'The file took longer than 30 seconds.',
      413: 'More than 20 MB.',
      422: 'Why it cannot be read.',
      503: 'Four are being sent already.',
    },
  },
  'GET /api/publishing/{document}': {
    tag: 'Content',
    summary: 'What visitors see of a document',
    description: 'Only for the Studio, by its `Origin`.',
    path: z.object({ document: z.string().check(z.maxLength(256)) }),
    answers: { 200: { description: 'Its state.', schema: publishStatusSchema } },
    errors: { 400: 'Not the id of a document.', 403: 'Not an origin of the Studio.' },
  },
  'POST /api/hooks/content': {
    tag: 'Content',
    summary: 'A webhook of Sanity',
    description: 'At most 4 MB. The signature may be 40 minutes old.',
    token: 'webhookSignature',
    headers: z.object({ 'Idempotency-Key': z.optional(z.string().check(z.maxLength(200))) }),
    json: messageSchema,
    answers: {
      200: {
        description: 'What became of it.',
        type: 'text/plain',
        schema: z.enum(['taken', 'known', 'ignored', 'faulty']),
      },
    },
    errors: {
      400: 'Another projection.',
      401: 'The signature is missing, wrong or old.',
      413: 'More than 4 MB.',
      503: 'To be sent again.',
    },
  },
  'GET /api/preview': {
    ...preview,
    summary: 'A page with drafts',
    query: z.object({
      path: z.string(),
      language,
      perspective: z.optional(z.string().check(z.describe('`drafts`, or a stack of releases.'))),
    }),
    answers: { 200: { description: 'The page.', type: 'text/html' } },
    errors: { ...preview.errors, 401: 'Wrong or expired secret.', 404: 'Not a page that may be shown.' },
  },
  'GET /api/preview/shared': {
    ...preview,
    summary: 'The page of a shared draft',
    query: z.object({ language }),
    answers: { 200: { description: 'The page.', type: 'text/html' } },
    errors: { ...preview.errors, 404: 'Withdrawn or wrong secret.', 410: 'Expired.' },
  },
  'GET /api/preview/changes': {
    ...preview,
    isPage: false,
    summary: 'When to reload a preview',
    answers: { 200: { description: 'Events, until the secret expires.', type: 'text/event-stream' } },
    errors: { ...preview.errors, 401: 'Wrong or expired secret.' },
  },
}
