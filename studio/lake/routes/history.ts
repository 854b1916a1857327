import { type Context, Hono } from 'hono'
import { toDocumentEvents } from '../history/document-events.ts'
import { toEffects } from '../history/mendoza.ts'
import {
  findDocumentAt,
  findSequence,
  listTransactions,
  type Moment,
  type Recorded,
} from '../history/statements.ts'
import { readAccess } from '../http/access.ts'
import { lakeErrors } from '../http/errors.ts'
import { readFlag } from '../http/flags.ts'
import type { LakeEnv } from '../http/guard.ts'
import { toDraftId, toPublishedId } from '../mutations/document-id.ts'
import { mayRead } from '../query/views.ts'
import type { Dataset } from './dataset.ts'

const MOST_TRANSACTIONS = 1_000
const MOST_EVENTS = 100

/** `GET /data/history/:dataset/…`: what the Studio's history pane and its "restore" read. */
export function historyRoutes({ store }: Dataset) {
  const { database } = store
  const app = new Hono<LakeEnv>()

  app.get('/transactions/:ids', (c) => {
    const ids = readIds(c)
    const transactions = listTransactions(database, {
      documentIds: ids,
      authors: c.req.query('authors')?.split(','),
      from: readTransaction(c, 'fromTransaction'),
      to: readTransaction(c, 'toTransaction'),
      fromTime: readTime(c, 'fromTime'),
      toTime: readTime(c, 'toTime'),
      newestFirst: readFlag(c, 'reverse', false),
      limit: readLimit(c, MOST_TRANSACTIONS),
    })
    const lines = transactions.map((transaction) => `${JSON.stringify(toLine(c, transaction, ids))}\n`)
    return c.body(lines.join(''), 200, {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store',
    })
  })

  app.get('/documents/:ids', (c) => {
    const moment = readMoment(c)
    const documents = readIds(c).flatMap((id) => findDocumentAt(database, id, moment) ?? [])
    return c.json({ documents }, 200, { 'Cache-Control': 'no-store' })
  })

  app.get('/events/documents/:ids', (c) => {
    const [id] = readIds(c)
    if (id === undefined) return c.json({ events: {}, nextCursor: '' })
    const limit = readLimit(c, MOST_EVENTS)
    const transactions = listTransactions(database, {
      documentIds: [...new Set([id, toPublishedId(id), toDraftId(id)])],
      to: readCursor(c),
      newestFirst: true,
      limit: MOST_TRANSACTIONS,
    })
    const events = transactions.flatMap((transaction) =>
      toDocumentEvents(transaction, id).map((event) => ({ event, sequence: transaction.sequence })),
    )
    const next = events[limit]?.sequence ?? ''
    return c.json({
      events: { [id]: events.slice(0, limit).map(({ event }) => event) },
      nextCursor: String(next),
    })
  })

  function readTransaction(c: Context, name: string): number | undefined {
    const id = c.req.query(name)
    if (!id) return undefined
    const sequence = findSequence(database, id)
    if (sequence === undefined) throw lakeErrors.badRequest(`There is no transaction "${id}"`)
    return sequence
  }

  function readMoment(c: Context): Moment {
    const { revision, time } = c.req.query()
    if (readFlag(c, 'lastRevision', false)) return 'last'
    if (time !== undefined) return { time: readTime(c, 'time') ?? '' }
    // A revision that there never was has no document, which is not a fault.
    return {
      sequence: revision === undefined ? Number.MAX_SAFE_INTEGER : (findSequence(database, revision) ?? -1),
    }
  }
  return app
}

function toLine(c: Context, { id, timestamp, identity, changes }: Recorded, ids: readonly string[]) {
  const access = readAccess(c)
  const identifiedOnly = readFlag(c, 'includeIdentifiedDocumentsOnly', false)
  const shown = changes.filter(
    ({ documentId }) => mayRead(access, documentId) && (!identifiedOnly || ids.includes(documentId)),
  )
  const withMutations = !readFlag(c, 'excludeContent', false) && !readFlag(c, 'excludeMutations', false)
  return {
    id,
    timestamp,
    author: identity,
    documentIDs: shown.map(({ documentId }) => documentId),
    ...(withMutations && { mutations: shown.flatMap(({ mutations }) => mutations) }),
    ...(c.req.query('effectFormat') === 'mendoza' && {
      effects: Object.fromEntries(shown.map((change) => [change.documentId, toEffects(change)])),
    }),
  }
}

function readIds(c: Context): string[] {
  const access = readAccess(c)
  return (c.req.param('ids') ?? '').split(',').filter((id) => mayRead(access, id))
}

function readLimit(c: Context, most: number): number {
  const limit = Number(c.req.query('limit') ?? most)
  if (!Number.isInteger(limit) || limit < 1)
    throw lakeErrors.badRequest('"limit" needs a whole number from 1')
  return Math.min(limit, most)
}

function readCursor(c: Context): number | undefined {
  const cursor = c.req.query('nextCursor')
  if (!cursor) return undefined
  if (!/^\d{1,15}$/.test(cursor)) throw lakeErrors.badRequest('"nextCursor" needs what an answer before gave')
  return Number(cursor)
}

function readTime(c: Context, name: string): string | undefined {
  const value = c.req.query(name)
  if (value === undefined) return undefined
  const milliseconds = Date.parse(value)
  if (Number.isNaN(milliseconds)) throw lakeErrors.badRequest(`"${name}" needs a time: 2025-01-31T12:00:00Z`)
  return new Date(milliseconds).toISOString()
}
