import * as z from 'zod/mini'
import { publishStatusSchema } from '#domain/content/publish-status.ts'
import { calendarEventSchema, eventSummarySchema } from '#domain/events/event-schema.ts'
import { calendarEventsSchema, personalCalendarSchema } from '#domain/events/personal-calendar.ts'
import { clientSchema, healthSchema, readySchema } from '#domain/health.ts'
import { en } from '#domain/messages/en.ts'
import { maxQueryLength } from '#domain/search.ts'
import { searchAnswerSchema } from '#domain/search-schema.ts'
import { citySchema, language, reportOperation, texts } from './listing-operations.ts'
import type { Operations } from './operation.ts'

const calendar = { tag: 'Personal calendar', token: 'calendarKey' }

const suggestion = {
  tag: 'Forms without scripts',
  form: z.extend(texts([...Object.keys(en.suggest.fields), 'leaveEmpty', 'seconds', 'chosen']), { language }),
  errors: [403, 422, 429],
}

export const publicOperations: Operations = {
  'GET /api/events': {
    tag: 'Events',
    summary: 'All events, or those of some days',
    description: 'With `from` or `to`, the events that run on these days, as summaries.',
    query: z.object({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
    answers: { 200: z.union([z.array(calendarEventSchema), z.array(eventSummarySchema)]) },
    errors: [400],
  },
  'POST /api/events/{id}/reports': reportOperation,
  'POST /api/suggestions/read': {
    ...suggestion,
    summary: 'Read an event from an address',
    description:
      'A form that is filled with what was read. 303: to the page of an event that is already in the calendar or with the team. 429: 20 addresses of a network, or 100 of all, within an hour. 503: too many addresses are being read.',
    answers: { 200: 'text/html', 303: null },
  },
  'POST /api/suggestions': {
    ...suggestion,
    summary: 'Suggest an event',
    description:
      'To a page that says what has become of the suggestion, or to the page of an event that is already in the calendar. Equal suggestions make one draft. 429: 20 of a network, or 100 of all, within an hour. 503: also if the content cannot be reached.',
    answers: { 303: null },
  },
  'GET /api/search': {
    tag: 'Search',
    summary: 'Search listings and events',
    description: 'Words may match in the language of `Accept-Language`. 503: fifty searches wait.',
    query: z.object({
      q: z.string().check(z.minLength(1), z.maxLength(maxQueryLength)),
      city: z.optional(citySchema),
    }),
    answers: { 200: searchAnswerSchema },
    errors: [400],
  },
  'GET /api/calendar': {
    ...calendar,
    summary: 'The starred events of a browser',
    description: 'A calendar that was neither read nor changed for 400 days is deleted.',
    answers: { 200: personalCalendarSchema },
    errors: [400, 401, 404, 410],
  },
  'PUT /api/calendar': {
    ...calendar,
    summary: 'Replace or create a calendar',
    description:
      'Replaces the version in `If-Match`, or creates the calendar without it. Ids of no event are ignored. 412: read, merge and send again. 422: more than 500 events. 429: 300 changes per hour. 503: there are 50,000 calendars.',
    headers: z.object({ 'If-Match': z.optional(z.string().check(z.describe('The `ETag` that was read.'))) }),
    json: calendarEventsSchema,
    answers: { 200: personalCalendarSchema },
    errors: [401, 410, 412, 422, 429],
  },
  'DELETE /api/calendar': {
    ...calendar,
    summary: 'Give a calendar up',
    description: 'It answers 410 from then on.',
    answers: { 204: null },
    errors: [400, 401, 408, 413, 429],
  },
  'GET /api/health': {
    tag: 'Health',
    summary: 'Whether the site works',
    description: '503: the database is away or cannot write.',
    answers: { 200: healthSchema, 503: healthSchema },
  },
  'GET /api/health/ready': {
    tag: 'Health',
    summary: 'Whether the database answers',
    answers: { 200: readySchema, 503: readySchema },
  },
  'GET /api/health/live': {
    tag: 'Health',
    summary: 'Whether the process answers',
    answers: { 200: readySchema },
  },
  'GET /api/health/client': {
    tag: 'Health',
    summary: 'How the server sees the client',
    answers: { 200: clientSchema },
  },
  'GET /api/publishing/{document}': {
    tag: 'Publishing',
    summary: 'What visitors see of a document',
    description: 'Only for the Studio, by its `Origin`.',
    path: z.object({ document: z.string().check(z.maxLength(256)) }),
    answers: { 200: publishStatusSchema },
    errors: [400, 403],
  },
  'GET /api': { tag: 'Description', summary: 'This page', answers: { 200: 'text/html' } },
  'GET /api/openapi.json': {
    tag: 'Description',
    summary: 'This description for programs',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  },
}
