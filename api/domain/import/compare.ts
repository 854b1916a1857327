import { readInstant } from '#domain/events/event-date.ts'
import { type Found, type FoundEvent, type ImportedFields, importedFields } from '#domain/import/found.ts'
import type { ImportSource } from '#domain/import/plan.ts'
import { halfHour, isSimilar } from '#domain/import/similar.ts'

export type ImportRecord = {
  /** Id of the source’s document. */
  source: string
  uid: string
  /** The document's own id. In a copy it differs, and the copy does not count as imported. */
  id: string
  /** The fields as they were imported, JSON. */
  values: string
}

export type StoredEvent = {
  _id: string
  _type: string
  _rev: string
  imported?: ImportRecord | null
} & Partial<Record<'title' | 'date' | 'location' | 'url', string | null>> &
  Record<string, unknown>

/**
 * - `new`, `changed`: written without asking. A change never touches a field that an editor has changed.
 * - `edited`: both the source and an editor have changed a field. `duplicate`: another event looks the same. `deleted`:
 *   an editor has deleted it. `gone`: it is no longer in the source. These wait for a person's decision.
 * - `leftOut`: the source still has it, but outside the horizon or unreadable.
 */
export const statusNames = {
  new: 'new',
  changed: 'changed',
  edited: 'edited by hand',
  duplicate: 'possible duplicate',
  deleted: 'deleted by hand',
  gone: 'gone from the source',
  leftOut: 'left out',
  unchanged: 'unchanged',
  ignored: 'ignored',
}
export type ImportStatus = keyof typeof statusNames

export type FieldChange = { field: keyof ImportedFields; before: unknown; after: unknown }

export type ImportItem = {
  status: ImportStatus
  id: string
  title: string
  date: string
  found?: FoundEvent
  /** The draft, or the published event if there is no draft. */
  stored?: StoredEvent
  /** Changes to fields that only the source has changed. */
  changes: FieldChange[]
  /** Changes to fields that both the source and an editor have changed. */
  conflicts: FieldChange[]
  lookLike: Array<{ id: string; title: string; date: string }>
}

const nothing = { changes: [], conflicts: [], lookLike: [] }

/** How many characters of an id are stored in `known`. */
const shortId = 8

/** `own`: drafts and published events that were imported from the source. `others`: all others of the same period. */
type Stored = Record<'own' | 'others', readonly StoredEvent[]> & { source: ImportSource | null; now: Date }

/** What an import would do. */
export function compareImport(found: Found, { own, others, source, now }: Stored): ImportItem[] {
  const originals = own.filter(({ _id, imported }) => imported?.id === toPublishedId(_id))
  const { drafts = [], published = [] } = Object.groupBy(originals, ({ _id }) =>
    _id.startsWith('drafts.') ? 'drafts' : 'published',
  )
  const stored = new Map([...published, ...drafts].map((event) => [toPublishedId(event._id), event]))
  const known = new Set(source?.known?.split(' '))
  const ignored = new Set(source?.ignored)
  const ids = new Set(found.events.map(({ id }) => id))
  const leftOut = new Set(found.leftOut)
  const missing = [...stored].filter(([id]) => !ids.has(id))
  const gone = missing.map(([, document]) => document).filter((document) => !isLeftOut(document))
  // Events that a source has at the same time are different ones. One that is gone may only have a new UID.
  const seenAt = Map.groupBy([...others, ...gone].filter(isDescribed), ({ date }) => halfHourOf(date))
  return [...found.events.map(describeFound), ...missing.flatMap(describeMissing)]

  function describeFound(event: FoundEvent): ImportItem {
    const { id, fields } = event
    const base = { id, title: fields.title, date: fields.date, found: event, ...nothing }
    const document = stored.get(id)
    if (document) return { ...base, stored: document, ...compareOne(event, document) }
    if (ignored.has(id)) return { ...base, status: 'ignored' }
    const lookLike = findSame(event, seenAt)
    if (known.has(id.slice(0, shortId))) return { ...base, status: 'deleted', lookLike }
    return { ...base, status: lookLike.length > 0 ? 'duplicate' : 'new', lookLike }
  }

  function isLeftOut({ imported }: StoredEvent): boolean {
    const words = imported?.uid.split(' ') ?? []
    return words.some((_, at) => leftOut.has(words.slice(0, at + 1).join(' ')))
  }

  function describeMissing([id, document]: [string, StoredEvent]): ImportItem[] {
    const { title, status: state } = document
    // A draft's date may be a text that cannot be read.
    const date = readInstant(document.date ?? '')
    const isExpected = date !== undefined && date > now.toISOString() && date <= found.until
    if (!isExpected || state === 'cancelled') return []
    const status = isLeftOut(document) ? 'leftOut' : ignored.has(id) ? 'ignored' : 'gone'
    return [{ id, title: title ?? '', date, stored: document, status, ...nothing }]
  }
}

const guessedFields: ReadonlyArray<keyof ImportedFields> = ['venueRef', 'topics', 'types']

/** Three-way comparison of the last imported values, the present document and the present source. */
function compareOne({ fields: incoming }: FoundEvent, document: StoredEvent) {
  const imported = readValues(document)
  const [changes, conflicts]: [FieldChange[], FieldChange[]] = [[], []]
  for (const field of importedFields) {
    const [last, before, after] = [imported[field], document[field], incoming[field]]
    if (isSame(after, last) || isSame(after, before)) continue
    const isOurs = !isSame(before, last)
    // We guessed nothing last time and an editor filled it in: keep the editor's value.
    if (guessedFields.includes(field) && isSame(last, undefined) && isOurs) continue
    if (field === 'venueRef' && !mayMoveVenue()) continue
    if (field === 'address' && isLeftToVenue()) continue
    const list = isOurs ? conflicts : changes
    list.push({ field, before, after })
  }
  const status = conflicts.length > 0 ? 'edited' : changes.length > 0 ? 'changed' : 'unchanged'
  return { status, changes, conflicts } as const

  /** Never if an editor has changed the place. A guess is removed only if the source has changed the place. */
  function mayMoveVenue(): boolean {
    const placeFields = ['location', 'address'] as const
    if (placeFields.some(isEdited)) return false
    if (incoming.venueRef !== undefined) return true
    const isMoved = placeFields.some((field) => !isSame(imported[field], incoming[field]))
    return isMoved && isSame(document['venueRef'], imported.venueRef)
  }

  /** Whether the address is only missing because the guessed venue has it, and an editor has another venue or none. */
  function isLeftToVenue(): boolean {
    return incoming.address === undefined && incoming.venueRef !== undefined && isEdited('venueRef')
  }

  /** Whether an editor has given the field another value than the source, now and at the last import. */
  function isEdited(field: keyof ImportedFields): boolean {
    return !isSame(document[field], imported[field]) && !isSame(document[field], incoming[field])
  }
}

export function readValues({ imported }: Pick<StoredEvent, 'imported'>): Partial<ImportedFields> {
  try {
    return Object(JSON.parse(imported?.values ?? '{}')) as Partial<ImportedFields>
  } catch {
    return {}
  }
}

export function findAgreed(incoming: ImportedFields, document: StoredEvent): Partial<ImportedFields> {
  const agreed = importedFields.filter(
    (field) => !guessedFields.includes(field) && isSame(incoming[field], document[field]),
  )
  return Object.fromEntries(agreed.map((field) => [field, incoming[field]]))
}

function isSame(one: unknown, other: unknown): boolean {
  return normalize(one) === normalize(other)
}

/** The same text for equal values: the Studio writes false and null, and dates with fewer digits. */
function normalize(value: unknown): string {
  if (value === undefined || value === null || value === false || value === '') return ''
  if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value)
  if (typeof value === 'object' && '_ref' in value) return String(value._ref)
  const text = String(value)
  return /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text))
    ? String(Date.parse(text))
    : text.trim()
}

export function toPublishedId(id: string): string {
  return id.replace(/^drafts\./, '')
}

type Seen = StoredEvent & { title: string; date: string }

function isDescribed(event: StoredEvent): event is Seen {
  return typeof event.title === 'string' && typeof event.date === 'string'
}

function halfHourOf(date: string): number {
  return Math.floor(Date.parse(date) / halfHour)
}

/** Compares only events of about the same time: comparing all with all would take minutes for 10,000. */
function findSame({ id, fields }: FoundEvent, seenAt: ReadonlyMap<number, readonly Seen[]>) {
  const time = halfHourOf(fields.date)
  const seen = [time - 1, time, time + 1].flatMap((near) => seenAt.get(near) ?? [])
  const same = seen
    .filter((other) => isSimilar(fields, other))
    .map(({ _id, title, date }) => ({ id: toPublishedId(_id), title, date }))
  // A draft and its published version are one event.
  const byId = new Map(same.map((other) => [other.id, other]))
  byId.delete(id)
  return [...byId.values()]
}

/** The new value of `known`: events of the source that were known before or have now been written. */
export function rememberKnown(known = '', { events }: Found, written: readonly string[]): string {
  const shorten = (id: string) => id.slice(0, shortId)
  const all = new Set([...known.split(' '), ...written.map(shorten)])
  const ids = events.map(({ id }) => shorten(id))
  return ids.filter((id) => all.has(id)).join(' ')
}
