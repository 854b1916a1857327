import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { fill, messages } from '#domain/language.ts'
import { type CalendarChange, calendarChangeSchema, mostStarred } from '#domain/events/personal-calendar.ts'
import type { Database, Transaction } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import { createNetworkReader } from '../http/client-network.ts'
import { readBody } from '../http/read-body.ts'
import { refuseMethod } from '../http/refuse.ts'
import { hashSecret, readBearer } from '../listings/manage-token.ts'
import { hashNetworks } from '../moderation/networks.ts'
import type { Pseudonyms } from '../moderation/pseudonyms.ts'
import { writeWithin } from '../moderation/write-within.ts'
import {
  areCalendarsFull,
  changeCalendar,
  deleteCalendar,
  deleteUnusedCalendars,
  findCalendar,
} from './queries.ts'

type Parts = { sql: Database; pseudonyms: Pseudonyms }

/** Changes per network. A browser sends several stars in one change. */
const changesPerHour = 300

const privateHeaders = { 'Cache-Control': 'no-store', Vary: 'Authorization' }

/** The key, 256 random bits from the browser, is sent as `Authorization: Bearer …`. */
export function personalRoutes({ sql, pseudonyms }: Parts, { trustedProxies }: { trustedProxies: string[] }) {
  const networkOf = createNetworkReader(trustedProxies)
  const routes = new Hono<{ Bindings: HttpBindings }>()

  /** Throws 429 beyond the network's hourly limit. */
  async function change<Result>(c: PersonalContext, write: (sql: Transaction) => Promise<Result>) {
    const networks = hashNetworks(pseudonyms, networkOf(c.env.incoming))
    const rateLimit = { networks, perHour: changesPerHour }
    const result = await writeWithin(sql, 'calendars', rateLimit, messages().answers.tooManyEdits, write)
    void deleteUnusedCalendars(sql).catch(() => {}) // Housekeeping, not awaited.
    return result
  }

  routes.get('/', async (c) => {
    const id = readId(c)
    const found = await findCalendar(sql, id)
    if (!found) throw unknownCalendar()
    return answer(c, id, found.events ?? throwGone())
  })
  routes.patch('/', async (c) => {
    const id = readId(c)
    const wanted = readChange(c)
    const changed = await change(c, async (transaction) => {
      if (!(await hasRoom(transaction, id)))
        throw new RequestError(503, messages().personal.full, { 'Retry-After': '3600' })
      const done = await changeCalendar(transaction, id, wanted)
      if (done) return done
      const found = await findCalendar(transaction, id)
      if (found?.events === null) throwGone()
      throw new RequestError(422, fill(messages().personal.tooMany, { most: mostStarred }))
    })
    return answer(c, id, changed.events)
  })
  routes.delete('/', async (c) => {
    const id = readId(c)
    await change(c, async (transaction) => {
      if (await hasRoom(transaction, id)) await deleteCalendar(transaction, id)
    })
    return c.body(null, 204, privateHeaders)
  })
  routes.all('/', refuseMethod('GET', 'PATCH', 'DELETE'))
  return routes
}

async function hasRoom(sql: Transaction, id: Buffer): Promise<boolean> {
  return (await findCalendar(sql, id)) !== undefined || !(await areCalendarsFull(sql))
}

type PersonalContext = Context<{ Bindings: HttpBindings }>

const unknownCalendar = () => new RequestError(404, messages().personal.unknown)

function throwGone(): never {
  throw new RequestError(410, messages().personal.givenUp)
}

/** Throws 401 without a key, 400 for a malformed one. */
function readId(c: Context): Buffer {
  const key = readBearer(c, messages().personal.brokenKey)
  if (key === undefined)
    throw new RequestError(401, messages().personal.noKey, { 'WWW-Authenticate': 'Bearer' })
  return hashSecret(key)
}

/** Throws 415 if the body is not JSON, 400 for an invalid change. */
function readChange(c: Context): CalendarChange {
  const { data, error } = calendarChangeSchema.safeParse(readBody(c, 'application/json'))
  if (error) throw new RequestError(400, fill(messages().personal.wrongChange, { most: mostStarred }))
  return data
}

function answer(c: Context, id: Buffer, events: readonly string[]): Response {
  return c.json({ id: id.toString('base64url'), events }, 200, privateHeaders)
}
