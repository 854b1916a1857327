import { type Context, Hono } from 'hono'
import { idsOf, toDocumentEvents } from '../history/document-events.ts'
import { toEffects } from '../history/mendoza.ts'
import {
  findDocumentAt,
  findSequence,
  type Heading,
  listChanges,
  listTransactions,
  type Moment,
  type Wanted,
} from '../history/statements.ts'
import { eachTurn } from '../history/turns.ts'
import { lakeErrors } from '../http/errors.ts'
import { readFlag } from '../http/flags.ts'
import { type LakeEnv, requireWriter } from '../http/guard.ts'
import { streamText } from '../http/stream.ts'
import type { Change } from '../store/types.ts'
import type { Dataset } from './dataset.ts'

const MOST_TRANSACTIONS = 1_000
const MOST_EVENTS = 100

/**
 * `GET /data/history/:dataset/…`: what the Studio's history pane and its "restore" read. For editors: it tells of
 * drafts and of what was deleted.
 */
export function historyRoutes({ store }: Dataset) {
  const { database } = store
  const app = new Hono<LakeEnv>()
  app.use(requireWriter)

  app.get('/transactions/:ids', (c) => {
    const documentIds = readIds(c)
    const headings = listTransactions(database, {
      documentIds,
      from: readTransaction(c, 'fromTransaction'),
      to: readTransaction(c, 'toTransaction'),
      newestFirst: readFlag(c, 'reverse', false),
      limit: readLimit(c, MOST_TRANSACTIONS),
    })
    const wanted: Wanted = {
      documentIds: readFlag(c, 'includeIdentifiedDocumentsOnly', false) ? documentIds : undefined,
      documents: c.req.query('effectFormat') === 'mendoza',
      mutations: !readFlag(c, 'excludeContent', false) && !readFlag(c, 'excludeMutations', false),
    }
    const lines = headings
      .values()
      .map((heading) => toLine(heading, listChanges(database, heading.sequence, wanted), wanted))
    return c.body(streamText(lines), 200, {
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
    const [id = ''] = readIds(c)
    const limit = readLimit(c, MOST_EVENTS)
    const turns = eachTurn(database, { ...idsOf(id), from: readCursor(c) })
    const found = turns
      .flatMap((turn) => toDocumentEvents(turn, id).map((event) => ({ event, sequence: turn.sequence })))
      .take(limit + 1)
      .toArray()
    return c.json({
      events: { [id]: found.slice(0, limit).map(({ event }) => event) },
      nextCursor: String(found[limit]?.sequence ?? ''),
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
    if (time !== undefined) return { time: readTime(time) }
    // A revision that there never was has no document, which is not a fault.
    return {
      sequence: revision === undefined ? Number.MAX_SAFE_INTEGER : (findSequence(database, revision) ?? -1),
    }
  }
  return app
}

function toLine({ id, timestamp, identity }: Heading, changes: readonly Change[], wanted: Wanted): string {
  const line = {
    id,
    timestamp,
    author: identity,
    documentIDs: changes.map(({ documentId }) => documentId),
    ...(wanted.mutations && { mutations: changes.flatMap(({ mutations }) => mutations) }),
    ...(wanted.documents && {
      effects: Object.fromEntries(changes.map((change) => [change.documentId, toEffects(change)])),
    }),
  }
  return `${JSON.stringify(line)}\n`
}

function readIds(c: Context): string[] {
  return (c.req.param('ids') ?? '').split(',')
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

function readTime(text: string): string {
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) throw lakeErrors.badRequest('"time" needs a time: 2025-01-31T12:00:00Z')
  return new Date(milliseconds).toISOString()
}
