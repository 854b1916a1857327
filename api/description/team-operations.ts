import * as z from 'zod/mini'
import { foundSchema, importRequestSchema } from '#domain/import/found.ts'
import * as schemas from '#domain/moderation/desk-schemas.ts'
import { banSchema, decisionSchema, deskChangeSchema, deskQueues } from '#domain/moderation/desk.ts'
import type { Operations } from './operation.ts'

const desk = { tag: 'Moderation', token: 'team', errors: [401, 403, 404] }

export const teamOperations: Operations = {
  'GET /api/moderation/listings': {
    ...desk,
    summary: 'A queue of the desk, 50 listings at a time',
    query: z.object({
      queue: z.optional(z.enum(deskQueues)),
      before: z.optional(z.string().check(z.regex(/^\d{1,16}_[\da-f-]{36}$/))),
    }),
    answers: { 200: schemas.deskListSchema },
    errors: [...desk.errors, 400],
  },
  'GET /api/moderation/listings/{id}': {
    ...desk,
    summary: 'A listing with its history',
    answers: { 200: schemas.listingHistorySchema },
  },
  'POST /api/moderation/changes': {
    ...desk,
    summary: 'Change listings',
    description:
      '`hide` and `delete` need a reason, `move` a place. One that cannot be changed does not stop the others.',
    json: deskChangeSchema,
    answers: { 200: z.object({ results: z.array(schemas.deskResultSchema) }) },
  },
  'POST /api/moderation/events/{id}/keep': {
    ...desk,
    summary: 'Reject the reports of an event',
    json: decisionSchema,
    answers: { 204: null },
  },
  'POST /api/moderation/resume': {
    ...desk,
    summary: 'Let reports hide listings again',
    json: decisionSchema,
    answers: { 204: null },
  },
  'GET /api/moderation/bans': {
    ...desk,
    summary: 'All bans',
    answers: { 200: z.array(schemas.savedBanSchema) },
  },
  'POST /api/moderation/bans': {
    ...desk,
    summary: 'Ban a contact, a network or a phrase',
    description: 'A contact or network is that of a `listing`; a contact or phrase may be given as `text`.',
    json: banSchema,
    answers: { 201: z.array(schemas.savedBanSchema) },
  },
  'DELETE /api/moderation/bans/{ban}': {
    ...desk,
    summary: 'End a ban',
    path: z.object({ ban: z.string().check(z.regex(/^\d{1,18}$/)) }),
    json: decisionSchema,
    answers: { 204: null },
  },
  'POST /api/import': {
    ...desk,
    tag: 'Import',
    summary: 'Read the events of an address or a file',
    description:
      'Takes `address`, or `file` in base64 with `name` or `source`, at most 20 MB. Writes nothing. 503: four are being sent already.',
    json: importRequestSchema,
    answers: { 200: foundSchema },
    errors: [...desk.errors, 422],
  },
}
