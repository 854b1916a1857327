import * as z from 'zod/mini'
import manifest from '../../package.json' with { type: 'json' }
import { calendarEventSchema, eventSummarySchema } from '#domain/events/event-schema.ts'
import { calendarEventsSchema, personalCalendarSchema } from '#domain/events/personal-calendar.ts'
import { healthSchema } from '#domain/health.ts'
import { foundSchema, importRequestSchema } from '#domain/import/found.ts'
import * as listings from '#domain/listings/listing-schemas.ts'
import * as desk from '#domain/moderation/desk-schemas.ts'
import { banSchema, decisionSchema, deskChangeSchema } from '#domain/moderation/desk.ts'
import { searchAnswerSchema } from '#domain/search-schema.ts'
import { formType } from '../http/read-body.ts'
import {
  listingChangesSchema,
  listingOperations,
  newListingSchema,
  newReportSchema,
} from './listing-operations.ts'
import { type Operation, statusTexts } from './operation.ts'
import { publicOperations } from './public-operations.ts'
import { teamOperations } from './team-operations.ts'

export const operations = { ...listingOperations, ...publicOperations, ...teamOperations }

/** Those that several operations use, or that are long. */
const named = {
  CalendarEvent: calendarEventSchema,
  EventSummary: eventSummarySchema,
  Listing: listings.listingSchema,
  ListingSummary: listings.listingSummarySchema,
  ManagedListing: listings.managedListingSchema,
  PostedListing: listings.postedListingSchema,
  SearchAnswer: searchAnswerSchema,
  PersonalCalendar: personalCalendarSchema,
  Health: healthSchema,
  DeskList: desk.deskListSchema,
  DeskListing: desk.deskListingSchema,
  ListingHistory: desk.listingHistorySchema,
  Ban: desk.savedBanSchema,
  Found: foundSchema,
  NewListing: newListingSchema,
  ListingChanges: listingChangesSchema,
  NewReport: newReportSchema,
  StarredEvents: calendarEventsSchema,
  DeskChange: deskChangeSchema,
  NewBan: banSchema,
  Decision: decisionSchema,
  ImportRequest: importRequestSchema,
}
for (const [id, schema] of Object.entries(named)) z.globalRegistry.add(schema, { id })

export type JsonSchema = z.core.JSONSchema.BaseSchema

type Content = Record<string, { schema?: JsonSchema }>
export type Response = { description: string; headers?: object; content?: Content }
export type Description = ReturnType<typeof describeApi>
export type Described = Description['paths'][string][string]

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })
const securitySchemes = {
  manageToken: bearer('The `manageToken` of the answer to a post. Forms send it in the field `token`.'),
  calendarKey: bearer('32 random bytes in base64url, which the client makes.'),
  team: bearer(
    '`MODERATION_TOKEN`, or the token that the local Studio gets for the person who is signed in.',
  ),
}

const about = `Instants are ISO 8601 in UTC, days YYYY-MM-DD in Pacific time, ids UUIDs.
HEAD answers like GET without the body, OPTIONS with Allow; another method gets 405. Unknown parameters are ignored.
An error is one line of plain text in the first language of Accept-Language that the site has (en, es, fr). 429 and most 503 have Retry-After.
Limits count per hour for the client’s network: an IPv4 address or an IPv6 /64.
Public GETs have an ETag, and answer 304 to If-None-Match.`

/** By status. */
const requiredHeaders: Record<string, string> = { 303: 'Location', 429: 'Retry-After' }

export function describeApi(siteUrl: string) {
  const schemas: Record<string, JsonSchema> = {
    Error: { type: 'string', pattern: '^[^\\n]+$' },
  }

  /** Named schemas become references to `components`. */
  function write(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
    const written = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      },
    })
    const text = JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/')
    const { $schema: _, $defs, ...own } = JSON.parse(text) as JsonSchema
    Object.assign(schemas, $defs)
    return own
  }

  function listParameters(path: string, { path: ofPath, query, headers }: Operation) {
    const ids = z.object({ id: z.guid() })
    const list = (place: string, fields: z.ZodMiniObject = z.object({})) => {
      const { properties = {}, required = [] } = write(fields, 'input')
      return Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
        const { description, ...schema } = property
        return { name, in: place, required: required.includes(name), description, schema }
      })
    }
    const inPath = list('path', ofPath ?? ids).filter(({ name }) => path.includes(`{${name}}`))
    return [...inPath, ...list('query', query), ...list('header', headers)]
  }

  function writeContent(answer: Operation['answers'][number]): Content {
    if (answer === null) return {}
    if (typeof answer === 'string') return { [answer]: {} }
    return { 'application/json': { schema: write(answer, 'output') } }
  }

  function listResponses({ answers, errors = [], json, form }: Operation, isGet: boolean) {
    const ofBody = json || form ? [400, 408, 413, 415] : []
    const text = { 'text/plain': { schema: { $ref: '#/components/schemas/Error' } } }
    const responses: Record<string, Response> = {}
    const add = (status: string | number, content: Content) => {
      const header = requiredHeaders[status]
      const all = { ...content, ...responses[status]?.content }
      responses[status] = {
        description: statusTexts[Number(status)] ?? '',
        ...(header && { headers: { [header]: { required: true, schema: { type: 'string' } } } }),
        ...(Object.keys(all).length > 0 && { content: all }),
      }
    }
    for (const status of [...errors, ...ofBody, 500, 503])
      add(status, { ...text, ...(form && { 'text/html': {} }) })
    for (const [status, answer] of Object.entries(answers)) add(status, writeContent(answer))
    if (isGet) add(304, {})
    return responses
  }

  function describe(key: string, operation: Operation) {
    const { tag, summary, description, token, isTokenOptional, json, form } = operation
    const [method, path = ''] = key.split(' ')
    const content: Content = {
      ...(json && { 'application/json': { schema: write(json, 'input') } }),
      ...(form && { [formType]: { schema: write(form, 'input') } }),
    }
    return {
      tags: [tag],
      operationId: key
        .toLowerCase()
        .replaceAll(/[^a-z]+/g, '-')
        .replace(/-$/, ''),
      summary,
      description,
      security: token === undefined ? undefined : [...(isTokenOptional ? [{}] : []), { [token]: [] }],
      parameters: listParameters(path, operation),
      requestBody: json || form ? { required: json !== undefined, content } : undefined,
      responses: listResponses(operation, method === 'GET'),
    }
  }

  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {}
  for (const [key, operation] of Object.entries<Operation>(operations)) {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(key, operation) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'founderlist', version: manifest.version, description: about },
    servers: [{ url: siteUrl }],
    paths,
    components: { schemas, securitySchemes },
  }
}
