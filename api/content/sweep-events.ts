import type { SanityClient } from '@sanity/client'
import { recordTypes } from '#domain/pages/pages.ts'
import { claimLock, type Database } from '../database/open.ts'
import { deriveProgrammeEvents, isProgrammeEvent, programmeId } from '../events/programme-events.ts'
import {
  deleteRemovals,
  listRemovals,
  listRevisions,
  type RecordRow,
  type Removals,
  removeRecords,
  upsertRecords,
} from '../events/record-queries.ts'
import { eventType, type RecordType, venueType } from '../events/records.ts'
import { describeRefusal, isRefusedValue } from '../runtime/postgres-errors.ts'
import {
  deleteFixedFaults,
  deleteObsoleteFaults,
  listContentFaults,
  upsertContentFault,
} from './fault-queries.ts'

/**
 * `published` counts documents, `written` and `removed` rows. `faults` are documents that cannot have a row. `withheld`
 * says what was not removed.
 */
type Sweep = {
  published: number
  written: number
  removed: number
  withheld?: string | undefined
  faults: Fault[]
}
type Fault = { documentId: string; reason: string }

type Listed = { _id: string; _rev: string; _updatedAt: string }
type Document = Listed & { _type: string } & Record<string, unknown>

/** Documents per request and rows per statement. A statement may take 5 s and locks its rows meanwhile. */
const batchSize = 100
const maxIdsPerUrl = 40
const timeoutMs = 30_000
const sweepLock = 4210004
/** The programme as a whole, because its dates are events. */
const listQuery = `*[_type == $type || ($type == "event" && _id == "${programmeId}")]{
  _id, _type, _rev, _updatedAt, _type == "${programmeId}" => {...}
}`

/**
 * Updates the calendar from the published events and their venues. Undefined if another process is doing it. Counts
 * events only. Removes many events or venues at once (`isSuspicious`) only with `accepts`. Rejects with the error of the
 * content or the database, or with `signal`'s reason; rows written by then stay.
 */
export async function sweepEvents(
  { sql, url }: { sql: Database; url: string },
  client: SanityClient,
  { signal, accepts = false }: { signal?: AbortSignal; accepts?: boolean } = {},
): Promise<Sweep | undefined> {
  await using claim = await claimLock(url, sweepLock)
  if (!claim) return undefined
  const removals = await listRemovals(sql)
  const known = await listContentFaults(sql)
  const content = readContent(client, signal)
  const options = { content, removals, accepts }
  const venues = await sweepType(sql, venueType, options)
  const events = await sweepType(sql, eventType, options)
  const faults = [...venues.faults, ...events.faults]
  const withheld = describeWithheld(events.withheld, venues.withheld)
  if (withheld === undefined) {
    const others = known.filter((fault) => !faults.some(({ documentId }) => documentId === fault.documentId))
    const present = await content.get(others.map(({ documentId }) => documentId))
    const obsolete = others.filter(({ documentId }) => !present.has(documentId))
    await deleteObsoleteFaults(sql, obsolete)
  }
  return { ...events, withheld, faults }
}

type Options = { content: ReturnType<typeof readContent>; removals: Removals; accepts: boolean }

async function sweepType(sql: Database, type: RecordType, { content, removals, accepts }: Options) {
  const { documentType, table, toId } = type
  // Read before the content, so that the content is the newer of the two.
  const rows = await listRevisions(sql, table)
  const published = await content.list(documentType)

  const ids = new Set(published.map(({ _id }) => _id))
  const missing = rows.filter(({ documentId }) => !ids.has(documentId))
  const isBack = ({ _id, _updatedAt }: Listed) => {
    const removedAt = removals.get(toId(_id))
    return removedAt !== undefined && removedAt >= new Date(_updatedAt)
  }
  const back = published.filter(isBack)
  // The query index may lag behind; reads by id do not.
  const present = await content.get([
    ...missing.map(({ documentId }) => documentId),
    ...back.map(({ _id }) => _id),
  ])

  const gone = missing.filter(({ documentId }) => !present.has(documentId))
  // Dates of the programme come back with its document, whatever was wrong.
  const lost = gone.filter(({ documentId }) => !isProgrammeEvent(documentId))
  const isWithheld = !accepts && isSuspicious(lost, rows)
  const tombstones = gone.map(({ id, updatedAt }) => ({ id, removedAt: updatedAt.toISOString() }))
  const removed = await removeRecords(sql, table, isWithheld ? [] : tombstones)
  const restored = back.flatMap(({ _id }) => present.get(_id) ?? [])
  const restoredIds = restored.map(({ _id }) => toId(_id))
  await deleteRemovals(sql, removals, restoredIds)

  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]))
  const changed = published.filter(
    (listed) => !isBack(listed) && revisions.get(toId(listed._id)) !== listed._rev,
  )
  const swept: Sweep = {
    published: published.length,
    written: 0,
    removed,
    withheld: isWithheld ? `${gone.length} of ${rows.length} ${table}` : undefined,
    faults: [],
  }
  const write = async (documents: Document[]) => {
    const { written, faults } = await writeDocuments(sql, type, documents)
    swept.written += written
    swept.faults.push(...faults)
  }
  await write(restored)
  for (const batch of toBatches(changed, batchSize))
    await write(await content.read(batch.map(({ _id }) => _id)))
  return swept
}

/** The programme's dates are documents of their own. */
function derive(document: Document): Document[] {
  return document._type === programmeId ? deriveProgrammeEvents(document) : [document]
}

function toSources(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => (isProgrammeEvent(id) ? programmeId : id)))]
}

function readContent(client: SanityClient, signal?: AbortSignal) {
  const options = () => ({
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  })
  return {
    list: async (type: string): Promise<Listed[]> => {
      const found = await client.fetch<Document[]>(listQuery, { type }, options())
      return found.flatMap(derive)
    },
    read: async (ids: string[]) => {
      const found = await client.fetch<Document[]>('*[_id in $ids]', { ids: toSources(ids) }, options())
      return found.flatMap(derive).filter(({ _id }) => ids.includes(_id))
    },
    /** The existing documents, by id. Bypasses the query index. */
    get: async (ids: string[]) => {
      const found = new Map<string, Document>()
      for (const batch of toBatches(toSources(ids), maxIdsPerUrl)) {
        for (const document of await client.getDocuments<Document>(batch, options())) {
          if (!document || ![...recordTypes, programmeId].includes(document._type)) continue
          for (const each of derive(document as Document)) found.set(each._id, each)
        }
      }
      return found
    },
  }
}

function toBatches<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

async function writeDocuments(sql: Database, type: RecordType, documents: Document[]) {
  const reasons = new Map<Document, string>()
  const rows: Array<[Document, RecordRow]> = []
  for (const document of documents) {
    const read = type.read(document)
    if ('row' in read) rows.push([document, read.row])
    else reasons.set(document, read.fault)
  }

  let written = 0
  /** In one statement, or row by row if the database refuses that. */
  async function write(batch: typeof rows): Promise<void> {
    const given = batch.map(([, row]) => row)
    try {
      written += (await upsertRecords(sql, type.table, given)).count
    } catch (error) {
      if (!isRefusedValue(error)) throw error
      if (batch.length > 1) for (const each of batch) await write([each])
      else for (const [document] of batch) reasons.set(document, describeRefusal(error))
    }
  }
  await write(rows)

  const whole = documents.filter((document) => !reasons.has(document))
  await deleteFixedFaults(sql, whole.map(toVersion))
  const faults = [...reasons].map(([document, reason]) => ({ ...toVersion(document), reason }))
  for (const fault of faults) await upsertContentFault(sql, fault)
  return { written, faults }
}

function toVersion({ _id: documentId, _rev: revision, _updatedAt: updatedAt }: Listed) {
  return { documentId, revision, updatedAt }
}

/** More than this many rows, and more than this share of all synced ones. */
const [maxRows, maxShare] = [5, 0.1]

/**
 * Whether so many rows are gone at once that the content is more likely to be at fault than an editor. For sweeps: a webhook
 * is signed and names one document, so its removals are not limited.
 */
function isSuspicious(gone: readonly unknown[], rows: readonly unknown[]): boolean {
  return gone.length > maxRows && gone.length > rows.length * maxShare
}

/** The sentence for the operator; undefined if nothing is withheld. */
function describeWithheld(...what: Array<string | undefined>): string | undefined {
  const withheld = what.filter((words) => words !== undefined)
  if (withheld.length === 0) return undefined
  return `The content lacks ${withheld.join(' and ')} of the calendar, which were therefore not removed: check the content, or remove them with \`npm run sync -- --accept\``
}
