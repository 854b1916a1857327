import { type Context, Hono } from 'hono'
import { lakeErrors } from '../errors.ts'
import { toDocumentGroup, iterateLifecycle, toDocumentEvent } from '../history/document-events.ts'
import { toMendozaPatches } from '../history/mendoza.ts'
import {
  type ChangeColumns,
  findDocumentAt,
  findSequence,
  listChanges,
  listTransactions,
  type PointInTime,
  type TransactionRow,
} from '../history/statements.ts'
import type { LakeEnv } from '../http/access.ts'
import { sendNdjson } from '../http/answers.ts'
import { readFlag } from '../http/requests.ts'
import { isReadable } from '../people/scope.ts'
import { isDraftId, toPublishedId } from '../mutations/document-id.ts'
import type { Change, LakeDocument } from '../store/types.ts'

const maxTransactions = 1_000
const maxEvents = 100

/** `GET /data/history/:dataset/…`: for the Studio's history and for restoring a revision. */
export function historyRoutes() {
  const app = new Hono<LakeEnv>()
  app.get('/transactions/:ids', (c) => {
    const { store } = c.get('dataset')
    const { database } = store
    const documentIds = readIds(c).filter((id) => isReadable(id, store))
    const transactions = listTransactions(database, {
      documentIds,
      from: readTransaction(c, 'fromTransaction'),
      to: readTransaction(c, 'toTransaction'),
      newestFirst: readFlag(c, 'reverse', false),
      limit: Math.min(readCount(c, 'limit') ?? maxTransactions, maxTransactions),
    })
    const columns: ChangeColumns = {
      documentIds:
        store.types || readFlag(c, 'includeIdentifiedDocumentsOnly', false) ? documentIds : undefined,
      documents: c.req.query('effectFormat') === 'mendoza',
      mutations: !readFlag(c, 'excludeContent', false) && !readFlag(c, 'excludeMutations', false),
    }
    const lines = transactions
      .values()
      .map((row) => toLine(row, listChanges(database, row.sequence, columns), columns))
    return sendNdjson(c, lines)
  })

  app.get('/documents/:ids', (c) => {
    const { store } = c.get('dataset')
    const point = readPointInTime(c)
    const ids = readIds(c).filter((id) => isReadable(id, store))
    const found = ids.flatMap((id) => findDocumentAt(store.database, id, point) ?? [])
    const documents = ids.length === 1 && found.length === 0 ? findPublished(ids, c, point) : found
    return c.json({ documents })
  })

  app.get('/events/documents/:ids', (c) => {
    const { store } = c.get('dataset')
    const [id = ''] = readIds(c)
    const limit = Math.min(readCount(c, 'limit') ?? maxEvents, maxEvents)
    if (!isReadable(id, store)) return c.json({ events: { [id]: [] }, nextCursor: '' })
    const found = iterateLifecycle(store.database, {
      ...toDocumentGroup(id),
      from: readCount(c, 'nextCursor'),
    })
      .flatMap((transaction) => {
        const event = toDocumentEvent(transaction, id)
        return event ? [{ event, sequence: transaction.sequence }] : []
      })
      .take(limit + 1)
      .toArray()
    return c.json({
      events: { [id]: found.slice(0, limit).map(({ event }) => event) },
      nextCursor: String(found[limit]?.sequence ?? ''),
    })
  })

  return app
}

/**
 * The Studio asks for the draft alone at each revision of its list, also at one that was published without a draft,
 * such as the initial content. Hosted, it finds none there, and so the Studio can neither show nor restore it.
 */
function findPublished([id = '']: string[], c: Context<LakeEnv>, point: PointInTime): LakeDocument[] {
  const { database } = c.get('dataset').store
  const published = isDraftId(id) ? findDocumentAt(database, toPublishedId(id), point) : undefined
  return published && published._rev === c.req.query('revision') ? [{ ...published, _id: id }] : []
}

function readTransaction(c: Context<LakeEnv>, name: string): number | undefined {
  const id = c.req.query(name)
  if (!id) return undefined
  const sequence = findSequence(c.get('dataset').store.database, id)
  if (sequence === undefined) throw lakeErrors.badRequest(`There is no transaction "${id}"`)
  return sequence
}

function readPointInTime(c: Context<LakeEnv>): PointInTime {
  const { revision, time } = c.req.query()
  if (readFlag(c, 'lastRevision', false)) return 'last'
  if (time !== undefined) return { time: readTime(time) }
  if (revision === undefined) return {}
  // At an unknown revision there are no documents. That is not an error.
  return { sequence: findSequence(c.get('dataset').store.database, revision) ?? -1 }
}

function toLine(row: TransactionRow, changes: readonly Change[], columns: ChangeColumns) {
  const { id, timestamp, identity: author } = row
  return {
    id,
    timestamp,
    author,
    documentIDs: changes.map(({ documentId }) => documentId),
    ...(columns.mutations && { mutations: changes.flatMap(({ mutations }) => mutations) }),
    ...(columns.documents && {
      effects: Object.fromEntries(changes.map((change) => [change.documentId, toMendozaPatches(change)])),
    }),
  }
}

function readIds(c: Context): string[] {
  return (c.req.param('ids') ?? '').split(',')
}

function readCount(c: Context, name: 'limit' | 'nextCursor'): number | undefined {
  const text = c.req.query(name)
  if (!text) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text)) throw lakeErrors.badRequest(`"${name}" must be a whole number from 1`)
  return Number(text)
}

function readTime(text: string): string {
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds))
    throw lakeErrors.badRequest('"time" must be a time like 2025-01-31T12:00:00Z')
  return new Date(milliseconds).toISOString()
}
