import type { Database } from '../database/open.ts'
import { readVenueDocument } from '../events/venue-document.ts'
import { deleteRemovals, isRemoved, type Removals } from '../events/removal-queries.ts'
import { listVenueRevisions, removeVenue, upsertVenue } from '../events/venue-queries.ts'
import { describeRefusal, isRefusedValue } from '../runtime/postgres-errors.ts'
import { isSuspicious } from './suspicious-removal.ts'
import { type ContentFault, deleteContentFaults, upsertContentFault } from './fault-queries.ts'

type Document = { _id: string; _rev: string; _updatedAt: string }

type Options = {
  /** Rejects with the content's error. */
  list: () => Promise<Document[]>
  /** The existing documents, by id. */
  get: (ids: string[]) => Promise<Map<string, Document>>
  known: ReadonlyMap<string, ContentFault>
  removals: Removals
  /** Whether the operator has accepted to remove many at once. */
  accepts: boolean
}

/**
 * Updates the venues from the published ones, which are few. Returns the faults of those that cannot have a row, and in
 * words what was not removed.
 */
export async function sweepVenues(
  sql: Database,
  { list, get, known, removals, accepts }: Options,
): Promise<{ faults: Array<{ documentId: string; reason: string }>; withheld: string | undefined }> {
  // Read before the content, so that the content is the newer of the two.
  const rows = await listVenueRevisions(sql)
  const published = await list()
  const ids = new Set(published.map(({ _id }) => _id))
  const missing = rows.filter(({ documentId }) => !ids.has(documentId))
  const isBack = ({ _id, _updatedAt }: Document) => isRemoved(removals, _id, _updatedAt)
  const back = published.filter(isBack)
  // The query index may lag behind; reads by id do not.
  const present = await get([...missing.map(({ documentId }) => documentId), ...back.map(({ _id }) => _id)])
  const gone = missing.filter(({ documentId }) => !present.has(documentId))
  const isWithheld = !accepts && isSuspicious(gone, rows)
  for (const { documentId: id, updatedAt } of isWithheld ? [] : gone)
    await removeVenue(sql, { id, removedAt: updatedAt.toISOString() })
  const restored = back.flatMap(({ _id }) => present.get(_id) ?? [])
  await deleteRemovals(
    sql,
    removals,
    restored.map(({ _id }) => _id),
  )
  const revisions = new Map(rows.map(({ documentId, revision }) => [documentId, revision]))
  const faults = []
  const current = [...published.filter((listed) => !isBack(listed)), ...restored]
  for (const document of current.filter(({ _id, _rev }) => revisions.get(_id) !== _rev)) {
    const { _id: documentId, _rev: revision, _updatedAt: updatedAt } = document
    const reason = await writeVenue(sql, document)
    if (reason === undefined) {
      if (known.has(documentId)) await deleteContentFaults(sql, [{ documentId, updatedAt }])
      continue
    }
    faults.push({ documentId, reason })
    const last = known.get(documentId)
    if (last?.revision === revision && last.reason === reason) continue
    await upsertContentFault(sql, { documentId, revision, reason, updatedAt })
  }
  return { faults, withheld: isWithheld ? `${gone.length} of ${rows.length} venues` : undefined }
}

/** Returns the reason if the venue cannot have a row. */
async function writeVenue(sql: Database, document: Document): Promise<string | undefined> {
  const read = readVenueDocument(document)
  if ('fault' in read) return read.fault
  try {
    await upsertVenue(sql, read.venue, sql`true`)
    return undefined
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    return describeRefusal(error)
  }
}
