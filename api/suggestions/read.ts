import type { SanityClient } from '@sanity/client'
import pLimit from 'p-limit'
import { toTyped } from '#domain/events/suggestion.ts'
import { describeWhen } from '#domain/events/when.ts'
import { describeColumnFault } from '#domain/import/found.ts'
import { fill, messages } from '#domain/language.ts'
import type { SuggestView } from '#domain/pages/page-view.ts'
import type { Database } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import type { Calendar } from '../events/calendar.ts'
import { limitConcurrency } from '../http/limit-concurrency.ts'
import { findAtAddress } from '../import/find-events.ts'
import { ImportError } from '../import/import-error.ts'
import { findKnown, listDrafts, toSource } from './content.ts'

type Parts = {
  sql: Database
  calendar: Calendar
  writer?: SanityClient | undefined
  allowsLoopback: boolean
}
export type FormView = Omit<Extract<SuggestView, { state: 'form' }>, 'state'>

/** Milliseconds in which a reading ends, with those before it. */
export const readingTakes = 30_000
/** Milliseconds of one reading. */
const patience = 10_000
const limits = { patience, megabytes: 96 }
const maxListed = 20

/** Reads the next events at an address. Returns a form, or the path of the only event if it is known. */
export function createEventReader({ sql, calendar, writer, allowsLoopback }: Parts) {
  const limitReadings = limitConcurrency({ milliseconds: readingTakes, max: 8 }, busy)
  // Of the importer's three places, visitors take at most one.
  const readInTurn = pLimit(1)
  async function findEvents(address: string) {
    const find = () => findAtAddress(address, { now: new Date() }, { allowsLoopback, patience }, limits)
    try {
      return await limitReadings(() => readInTurn(find))
    } catch (error) {
      throw error instanceof ImportError ? notRead(error.message) : error
    }
  }

  return async (address: string): Promise<FormView | string> => {
    const { events, problems, notes, table, kind, address: read = address } = await findEvents(address)
    const next = events.slice(0, maxListed)
    if (next.length === 0)
      throw notRead(describeColumnFault(table) ?? [...problems, ...notes].slice(0, 3).join(' '))
    const candidates = next.map(({ id, fields }) => ({ id, ...fields }))
    // Without the Content Lake, only the calendar is searched: sending needs it in any case.
    const drafts = writer ? await listDrafts(writer, candidates).catch(() => []) : []
    const known = await findKnown(sql, await calendar.read(), drafts, candidates)
    const source = toSource(read, kind === 'page')
    const found = next.map(({ fields }, index) => {
      const { status: _, ...times } = fields
      return { typed: toTyped(fields, source), when: describeWhen(times), known: known[index] }
    })
    const [only] = found.length === 1 ? found : []
    if (only) return only.known ?? { form: { typed: only.typed, faults: {} } }
    return { form: { typed: { address: source }, faults: {} }, found, hasMore: events.length > maxListed }
  }
}

function notRead(reason: string): RequestError {
  const sentence = (reason || messages().suggest.noEvent).replace(/(?<![.!?])$/, '.')
  return new RequestError(422, fill(messages().suggest.notRead, { reason: sentence }))
}

const busy = () => new RequestError(503, messages().suggest.busy, { 'Retry-After': '60' })
