import {
  findAgreed,
  type FieldChange,
  type ImportItem,
  type ImportStatus,
  readValues,
  rememberKnown,
  statusNames,
  type StoredEvent,
} from '#domain/import/compare.ts'
import type { Found, FoundEvent, ImportRequest } from '#domain/import/found.ts'

/** A person’s decision on an item that waits: take the source’s version, or keep ours and do not ask again. */
export type Decision = 'take' | 'keep'
export type Decisions = ReadonlyMap<string, Decision>

/** In the form of Sanity’s HTTP API. */
export type Mutation =
  | { create: { _id: string; _type: string } & Record<string, unknown> }
  | { createIfNotExists: { _id: string; _type: string } & Record<string, unknown> }
  | { patch: { id: string; ifRevisionID?: string; set?: Record<string, unknown>; unset?: string[] } }

type ImportOutcome = { at: string; text: string; isFault: boolean; by?: string | undefined }

/** `address`: absent for a file. */
export type ImportSource = Pick<ImportRequest, 'address' | 'kind' | 'zone' | 'dateOrder'> & {
  _id: string
  name: string
  /** JSON. */
  mapping?: string
  hourly?: boolean
  lastRun?: ImportOutcome
  /** Events of the source that were written at some time: the first characters of their ids, separated by spaces. */
  known?: string
  /** Ids that the team does not want to be asked about again. */
  ignored?: string[]
}

export type Plan = {
  /** Each is one transaction. Repeating them writes nothing twice. */
  transactions: Mutation[][]
  /**
   * Preconditions that no mutation can express: the revisions of published events that drafts are made from, or null if
   * a new draft must have no published version.
   */
  assumed: Array<{ id: string; revision: string | null }>
  outcome: ImportOutcome
  /** Number of drafts created or changed. */
  written: number
}

/** Far below Sanity’s limits; nearly every import is one transaction. */
const largest = { mutations: 1_000, characters: 2_000_000 }

type PlanSettings = { source: ImportSource; decisions: Decisions; now: Date; by?: string | undefined }

/**
 * The transactions of an import. The source’s document is written last, so that it never lists unwritten events. A
 * transaction fails if somebody has changed, published or created one of its drafts since the comparison.
 */
export function planImport(
  found: Found,
  items: readonly ImportItem[],
  { source, decisions, now, by }: PlanSettings,
): Plan {
  const mutations: Mutation[] = []
  const present: string[] = []
  const assumed: Plan['assumed'] = []
  const ignoredBefore = new Set(source.ignored)
  const ignored: string[] = []
  for (const item of items) {
    const { id, status, stored } = item
    const decision = decisions.get(id)
    const planned = planItem(item, decision, found.source)
    if (planned) mutations.push(planned)
    if (planned || stored) present.push(id)
    if (planned && !('patch' in planned)) assumed.push({ id, revision: stored?._rev ?? null })
    // Once an event is both in the source and here, an earlier “keep” no longer applies.
    const isSettled = status === 'leftOut' || (item.found && stored)
    const isKept = ignoredBefore.has(id) || (decision === 'keep' && waits(status))
    if (isKept && !isSettled) ignored.push(id)
  }
  const lastRun = { at: now.toISOString(), text: describeOutcome(items, decisions), isFault: false, by }
  const known = rememberKnown(source.known, found, present)
  const transactions = divide(mutations)
  transactions.at(-1)?.push(...writeSource({ ...source, known, ignored, kind: found.kind, lastRun }))
  return { transactions, assumed, outcome: lastRun, written: mutations.length }
}

export const waitingStatuses: readonly ImportStatus[] = ['edited', 'duplicate', 'deleted', 'gone']

export function waits(status: ImportStatus): boolean {
  return waitingStatuses.includes(status)
}

/** An item is only in the source (new, duplicate or deleted), only here (gone), or in both. */
function planItem(item: ImportItem, decision: Decision | undefined, source: string): Mutation | undefined {
  const { status, found, stored, changes, conflicts } = item
  const isTaken = decision === 'take'
  if (status === 'leftOut' || status === 'ignored') return undefined
  if (!stored) return found && (status === 'new' || isTaken) ? createDraft(found, source) : undefined
  if (!found) return isTaken ? writeDraft(stored, { status: 'cancelled' }, []) : undefined
  if (changes.length === 0 && (conflicts.length === 0 || decision === undefined)) return undefined
  return changeDraft(item, stored, found, isTaken ? [...changes, ...conflicts] : changes, decision)
}

function createDraft({ id, uid, fields }: FoundEvent, source: string): Mutation {
  const imported = { source, uid, id, values: JSON.stringify(fields) }
  return { createIfNotExists: { _id: `drafts.${id}`, _type: 'event', ...fields, imported } }
}

function changeDraft(
  { conflicts }: ImportItem,
  stored: StoredEvent,
  { uid, fields }: FoundEvent,
  changes: readonly FieldChange[],
  decision?: Decision,
): Mutation {
  // After a decision, conflicts count as imported, too. Without one, the next import asks again.
  const settled = decision === undefined ? changes : [...changes, ...conflicts]
  // A field that an editor has changed in the same way as the source counts as imported.
  const values = { ...readValues(stored), ...findAgreed(fields, stored), ...apply(settled) }
  const imported = { ...stored.imported, uid, values: JSON.stringify(values) }
  const unset = changes.filter(({ after }) => after === undefined).map(({ field }) => field)
  return writeDraft(stored, { ...withoutUndefined(apply(changes)), imported }, unset)
}

function apply(changes: readonly FieldChange[]): Record<string, unknown> {
  return Object.fromEntries(changes.map(({ field, after }) => [field, after]))
}

export function withoutUndefined<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values
}

/** Patches the draft, which fails if it has changed since; or creates one from the published event if there is none. */
function writeDraft(stored: StoredEvent, set: Record<string, unknown>, unset: string[]): Mutation {
  const { _id, _rev } = stored
  if (_id.startsWith('drafts.'))
    return { patch: { id: _id, ifRevisionID: _rev, set, ...(unset.length > 0 && { unset }) } }
  const fields = Object.entries(stored).filter(([name]) => !name.startsWith('_') && !unset.includes(name))
  return { create: { ...Object.fromEntries(fields), ...set, _id: `drafts.${_id}`, _type: 'event' } }
}

/** Creates or updates the document of a source. Absent fields are not touched. */
export function writeSource(source: Partial<ImportSource> & Pick<ImportSource, '_id'>): Mutation[] {
  const { _id, ...fields } = source
  return [
    { createIfNotExists: { _id, _type: 'importSource' } },
    { patch: { id: _id, set: withoutUndefined(fields) } },
  ]
}

/** At least one part. */
function divide(mutations: readonly Mutation[]): Mutation[][] {
  let part: Mutation[] = []
  const parts = [part]
  let size = 0
  for (const mutation of mutations) {
    const { length } = JSON.stringify(mutation)
    size += length
    if (size > largest.characters || part.length >= largest.mutations) {
      parts.push((part = []))
      size = length
    }
    part.push(mutation)
  }
  return parts
}

/** `3 new, 1 changed, 12 unchanged; waiting for a person: 1 edited by hand` */
export function describeOutcome(items: readonly ImportItem[], decisions: Decisions = new Map()): string {
  const byStatus = Object.groupBy(
    items.filter(({ id }) => !decisions.has(id)),
    ({ status }) => status,
  )
  const count = (status: ImportStatus) =>
    byStatus[status] ? `${byStatus[status].length} ${statusNames[status]}` : []
  const name = (statuses: readonly ImportStatus[]) => statuses.flatMap(count).join(', ')
  const done = name(['new', 'changed', 'unchanged', 'ignored', 'leftOut']) || 'nothing new'
  const waiting = name(waitingStatuses)
  const decided = decisions.size > 0 ? `; ${decisions.size} decided` : ''
  return `${done}${decided}${waiting === '' ? '' : `; waiting for a person: ${waiting}`}`
}
