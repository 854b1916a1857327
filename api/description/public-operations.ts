import * as z from 'zod/mini'
import { calendarEventSchema, eventSummarySchema } from '#domain/events/event-schema.ts'
import { calendarEventsSchema, personalCalendarSchema } from '#domain/events/personal-calendar.ts'
import { clientSchema, healthSchema, readySchema } from '#domain/health.ts'
import { maxQueryLength } from '#domain/search.ts'
import { searchAnswerSchema } from '#domain/search-schema.ts'
import { citySchema, reportOperation } from './listing-operations.ts'
import { errors, type Operation, type Operations } from './operation.ts'

const calendar: Pick<Operation, 'tag' | 'token'> = { tag: 'Personal calendar', token: 'calendarKey' }
const calendarAnswer = {
  200: { description: 'The calendar.', schema: personalCalendarSchema, headers: { ETag: 'The version.' } },
}
const keyErrors = { 400: 'A malformed key.', 401: 'No key.' }

export const publicOperations: Operations = {
  'GET /api/events': {
    tag: 'Events',
    summary: 'All events, or those of some days',
    description:
      'Without parameters, all events from 1900 to 9998. With `from` or `to`, those that run on these days, as summaries.',
    query: z.object({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
    answers: {
      200: {
        description: 'By date.',
        schema: z.union([z.array(calendarEventSchema), z.array(eventSummarySchema)]),
      },
    },
    errors: { 400: 'No such day, a repeated one, or `to` before `from`.' },
  },
  'POST /api/events/{id}/reports': reportOperation,
  'GET /api/search': {
    tag: 'Search',
    summary: 'Search listings and events',
    description: 'Words may match in the language of `Accept-Language`.',
    query: z.object({
      q: z.string().check(z.minLength(1), z.maxLength(maxQueryLength)),
      city: z.optional(citySchema),
    }),
    answers: { 200: { description: 'At most ten of each, best first.', schema: searchAnswerSchema } },
    errors: { 400: 'No text, one that is too long, or another city.', 503: 'Fifty searches are waiting.' },
  },
  'GET /api/calendar': {
    ...calendar,
    summary: 'The starred events of a browser',
    description: 'A calendar that was neither read nor changed for 400 days is deleted.',
    answers: calendarAnswer,
    errors: { ...keyErrors, 404: 'Unknown key.', 410: 'Given up.' },
  },
  'PUT /api/calendar': {
    ...calendar,
    summary: 'Replace or create a calendar',
    description:
      'Replaces the list of the version in `If-Match`, or creates the calendar without it. Ids of no event are ignored.',
    headers: z.object({ 'If-Match': z.optional(z.string().check(z.describe('The `ETag` that was read.'))) }),
    json: calendarEventsSchema,
    answers: calendarAnswer,
    errors: {
      ...errors.body,
      401: 'No key.',
      410: 'Given up.',
      412: 'Another version is stored: read it, merge, and send again.',
      422: 'More than 500 events.',
      429: 'More than 300 changes of the network within an hour.',
      503: 'There are 50,000 calendars.',
    },
  },
  'DELETE /api/calendar': {
    ...calendar,
    summary: 'Give a calendar up',
    description: 'It answers 410 from then on.',
    answers: { 204: { description: 'Given up.' } },
    errors: {
      ...errors.received,
      ...keyErrors,
      429: 'More than 300 changes of the network within an hour.',
    },
  },
  'GET /api/health': {
    tag: 'Health',
    summary: 'Whether the site works',
    answers: {
      200: { description: 'It serves, perhaps with problems.', schema: healthSchema },
      503: { description: 'The database is away or cannot write.', schema: healthSchema },
    },
  },
  'GET /api/health/ready': {
    tag: 'Health',
    summary: 'Whether the database answers',
    answers: {
      200: { description: 'It does.', schema: readySchema },
      503: { description: 'It does not.', schema: readySchema },
    },
  },
  'GET /api/health/live': {
    tag: 'Health',
    summary: 'Whether the process answers',
    answers: { 200: { description: 'It does.', schema: readySchema } },
  },
  'GET /api/health/client': {
    tag: 'Health',
    summary: 'How the server sees the client',
    answers: { 200: { description: 'Its network.', schema: clientSchema } },
  },
  'GET /api': {
    tag: 'This description',
    summary: 'To read',
    answers: { 200: { description: 'A page.', type: 'text/html' } },
  },
  'GET /api/openapi.json': {
    tag: 'This description',
    summary: 'OpenAPI 3.1',
    answers: { 200: { description: 'This document.', schema: z.looseObject({ openapi: z.string() }) } },
  },
}
