import { type Context, Hono } from 'hono'
import { fill, messages } from '#domain/language.ts'
import { calendarEventsSchema, maxStarred, type PersonalCalendar } from '#domain/events/personal-calendar.ts'
import type { Database, Transaction } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import { readBody } from '../http/read-body.ts'
import { hashSecret, readBearer } from '../listings/manage-token.ts'
import type { NetworksOf } from '../moderation/networks.ts'
import { writeWithin } from '../moderation/write-within.ts'
import {
  areCalendarsFull,
  deleteCalendar,
  deleteUnusedCalendars,
  findCalendar,
  saveCalendar,
} from './queries.ts'

type Dependencies = { sql: Database; networksOf: NetworksOf }

/** Changes per network. A browser sends several stars at once. */
const changesPerHour = 300

const privateHeaders = { 'Cache-Control': 'no-store', Vary: 'Authorization' }

/** The key, 256 random bits from the browser, is sent as `Authorization: Bearer …`. */
export function personalRoutes({ sql, networksOf }: Dependencies) {
  const routes = new Hono()

  /** Throws 429 beyond the network's hourly limit. */
  async function change<Result>(c: Context, write: (sql: Transaction) => Promise<Result>) {
    const rateLimit = { networks: networksOf(c), perHour: changesPerHour }
    const result = await writeWithin(sql, 'calendars', rateLimit, messages().answers.tooManyEdits, write)
    void deleteUnusedCalendars(sql).catch(() => {}) // Housekeeping, not awaited.
    return result
  }

  routes.get('/', async (c) => {
    const id = readId(c)
    const found = await findCalendar(sql, id)
    if (!found) throw new RequestError(404, messages().personal.unknown)
    const { version, events } = found
    if (!events) throw givenUp()
    return answer(c, id, { version, events })
  })
  routes.put('/', async (c) => {
    const id = readId(c)
    const events = readEvents(c)
    // A proxy that compresses answers makes ETags weak.
    const previous = c.req.header('If-Match')?.replace(/^(?:W\/)?"(.*)"$/, '$1')
    const saved = await change(c, async (transaction) => {
      const found = await findCalendar(transaction, id)
      if (found?.events === null) throw givenUp()
      if (!found && (await areCalendarsFull(transaction)))
        throw new RequestError(503, messages().personal.full, { 'Retry-After': '3600' })
      const done = await saveCalendar(transaction, id, { events, previous })
      if (!done) throw new RequestError(412, messages().personal.changed)
      return done
    })
    return answer(c, id, saved)
  })
  routes.delete('/', async (c) => {
    const id = readId(c)
    await change(c, async (transaction) => {
      const hasRoom = (await findCalendar(transaction, id)) ?? !(await areCalendarsFull(transaction))
      if (hasRoom) await deleteCalendar(transaction, id)
    })
    return c.body(null, 204, privateHeaders)
  })
  return routes
}

const givenUp = () => new RequestError(410, messages().personal.givenUp)

/** Throws 401 without a key, 400 for a malformed one. */
function readId(c: Context): Buffer {
  const key = readBearer(c, messages().personal.brokenKey)
  if (key === undefined)
    throw new RequestError(401, messages().personal.noKey, { 'WWW-Authenticate': 'Bearer' })
  return hashSecret(key)
}

/** Throws 415 if the body is not JSON, 400 if it is no list, 422 if it is too long. */
function readEvents(c: Context): string[] {
  const { data, error } = calendarEventsSchema.safeParse(readBody(c, 'application/json'))
  if (error) throw new RequestError(400, messages().personal.wrongList)
  const events = [...new Set(data.events)]
  if (events.length > maxStarred)
    throw new RequestError(422, fill(messages().personal.tooMany, { most: maxStarred }))
  return events
}

function answer(c: Context, id: Buffer, { version, events }: Omit<PersonalCalendar, 'id'>): Response {
  const headers = { ...privateHeaders, ETag: `"${version}"` }
  return c.json({ id: id.toString('base64url'), version, events }, 200, headers)
}
