import { announcesEvent } from '#domain/listings/details.ts'
import { findCategoryPair } from '#domain/listings/listing.ts'
import type { DeskChange, DeskResult, ListingState, NewBan } from '#domain/moderation/desk.ts'
import type { AnswerCache } from '../../answers/answer-cache.ts'
import { listingSources } from '../../answers/sources.ts'
import type { Database, Transaction } from '../../database/open.ts'
import { RequestError } from '../../errors.ts'
import { updateListing } from '../../listings/manage-queries.ts'
import { listContacts } from '../filter/contacts.ts'
import { listFeatures } from '../filter/features.ts'
import { deleteLesson, insertLesson } from '../filter/lesson-queries.ts'
import { splitWords } from '../filter/signature.ts'
import { markRemoved } from '../filter/trace-queries.ts'
import { addToLog, type LogRow } from '../log-queries.ts'
import type { Pseudonyms } from '../pseudonyms.ts'
import { decideReports, listReportedBySame, lockReports, reopenReports } from '../report-queries.ts'
import { findRecord, type ListingRecord, showListing, withholdListing } from '../state-queries.ts'
import { findLastChange, findTraceKeys, insertBan } from './queries.ts'

type Before = Pick<ListingRecord, 'state' | 'by' | 'reason' | 'withheldAt' | 'showAt' | 'disputedAt'>

class Problem extends Error {}

/** One transaction per listing: one that cannot be changed does not stop the others. */
export async function changeListings(
  sql: Database,
  answers: Pick<AnswerCache, 'invalidate'>,
  change: DeskChange,
): Promise<DeskResult[]> {
  if ((change.action === 'hide' || change.action === 'delete') && change.reason === undefined)
    throw new RequestError(400, `${change.action} needs a reason`)
  const results: DeskResult[] = []
  for (const [id, one] of await listChanges(sql, change)) {
    try {
      const { categories, ...result } = await sql.begin((transaction) => changeOne(transaction, id, one))
      answers.invalidate(listingSources(id, ...categories.map((category) => ({ category }))))
      results.push({ id, ...result })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      results.push({ id, state: null, problem: error.message })
    }
  }
  return results
}

/** `reporterOf`: rejects only reports of the networks that have reported this listing. */
type OneChange = DeskChange & { reporterOf?: string }

async function listChanges(sql: Database, change: DeskChange): Promise<Array<[string, OneChange]>> {
  if (change.action !== 'distrust') return change.ids.map((id) => [id, change])
  const changes = new Map<string, OneChange>()
  for (const reporterOf of change.ids) {
    for (const id of await listReportedBySame(sql, reporterOf)) changes.set(id, { ...change, reporterOf })
  }
  return [...changes]
}

type ChangeOutcome = { state: ListingState; categories: string[]; decision?: string }

async function changeOne(sql: Transaction, id: string, change: OneChange): Promise<ChangeOutcome> {
  // Or a report that is being counted would hide what the team keeps.
  await lockReports(sql, { type: 'listing', id })
  const current = await findRecord(sql, id, { lock: true })
  if (!current) throw new Problem('it no longer exists')
  const { reason, why, who, reporterOf } = change
  const { state, by, category, subcategory, withheldAt, showAt, disputedAt } = current
  const action = change.action === 'distrust' ? (state === 'shown' ? 'keep' : 'show') : change.action
  const was: Before = { state, by, reason: current.reason, withheldAt, showAt, disputedAt }
  const log = (before: LogRow['before']) =>
    addToLog(sql, { who, what: action, target: id, reason, why, before })
  /** Also teaches the spam filter. A rejection of reports says nothing about each listing. */
  const decide = async (verdict: 'upheld' | 'rejected', isSpam: boolean | null) => {
    const decision = await log(was)
    const features = isSpam === null ? [] : [...listFeatures(current)]
    if (change.action !== 'distrust') await insertLesson(sql, { id, decision, isSpam, who, features })
    await decideReports(sql, id, { verdict, decision, reporterOf })
    return decision
  }
  if (change.action === 'distrust' && state !== 'shown' && by !== 'reports')
    throw new Problem('somebody has decided on it meanwhile')
  switch (action) {
    case 'show':
    case 'keep': {
      if (action === 'show' && state === 'shown') throw new Problem('it is already shown')
      if (action === 'keep' && state !== 'shown') throw new Problem('it is not shown: show it instead')
      if (action === 'show') await transition(sql, id, state, { state: 'shown' })
      const decision = await decide('rejected', false)
      return { state: 'shown', categories: action === 'show' ? [category] : [], decision }
    }
    case 'draft': {
      if (!announcesEvent(current)) throw new Problem('it announces no event')
      await addToLog(sql, { who, what: action, target: id })
      return { state, categories: [] }
    }
    case 'hide':
    case 'delete': {
      // Somebody else may have removed it while the dialog was open.
      if (state === 'removed') throw new Problem('it is already removed: undo the removal, or show it')
      const next = action === 'hide' ? 'hidden' : 'removed'
      await transition(sql, id, state, { state: next, by: 'team', reason })
      const decision = await decide('upheld', reason === 'scam' ? true : null)
      return { state: next, categories: [category], decision }
    }
    case 'move': {
      const place = readPlace(change)
      await updateListing(sql, id, { ...current, ...place })
      const decision = await log({ category, subcategory })
      return { state, categories: [category, place.category], decision }
    }
    case 'undo': {
      const last = await findLastChange(sql, id)
      if (!last || last.what === 'undo') throw new Problem('there is nothing to undo')
      const { id: decision, before, isOutdated } = last
      // The decision that the moderator has seen.
      const wanted = change.decisions?.[id] ?? decision
      if (isOutdated || wanted !== decision)
        throw new Problem('it has been changed since: see its history, and decide anew')
      if (typeof before['category'] === 'string') {
        const place = { category: before['category'], subcategory: before['subcategory'] ?? '' }
        await updateListing(sql, id, { ...current, ...place })
        await log({ category, subcategory })
        return { state, categories: [category, place.category] }
      }
      const back = before as Before
      await transition(sql, id, state, back)
      await reopenReports(sql, id, decision)
      await deleteLesson(sql, decision)
      await log(was)
      return { state: back.state, categories: [category] }
    }
  }
}

async function transition(
  sql: Transaction,
  id: string,
  from: ListingState,
  { state, by, ...next }: Partial<Before> & Pick<Before, 'state'>,
): Promise<void> {
  await markRemoved(sql, id, state === 'removed')
  if (state === from && from === 'shown') return
  const category =
    state === 'shown'
      ? await showListing(sql, id)
      : await withholdListing(sql, id, { ...next, state, by: by ?? 'team' })
  if (category === undefined) throw new Problem('its text has already been erased')
}

function readPlace(change: DeskChange) {
  const { within, found } = findCategoryPair(change)
  if (!within || !found) throw new Problem('choose a category and one of its subcategories')
  return { category: within.name, subcategory: found.name }
}

/** Throws 400 if there is nothing to ban. */
export async function addBans(sql: Database, pseudonyms: Pseudonyms, ban: NewBan) {
  const values = await listBanValues(sql, pseudonyms, ban)
  return sql.begin(async (transaction) => {
    const added = []
    for (const value of values) added.push(await insertBan(transaction, { ...ban, value }))
    await addToLog(transaction, { who: ban.who, what: `ban ${ban.kind}`, target: ban.listing, why: ban.why })
    return added
  })
}

async function listBanValues(sql: Database, pseudonyms: Pseudonyms, { kind, listing, text }: NewBan) {
  if (kind === 'phrase') {
    if (text === undefined || splitWords(text).length === 0)
      throw new RequestError(400, 'enter the phrase to ban: at least one word')
    return [text]
  }
  if (text !== undefined && kind === 'contact') {
    const contacts = listContacts(text)
    if (contacts.length === 0)
      throw new RequestError(400, 'enter an email address, a phone number, a handle or a web address')
    return contacts.map((contact) => pseudonyms.of(contact))
  }
  const trace = listing === undefined ? undefined : await findTraceKeys(sql, listing)
  const values = kind === 'network' ? [trace?.network ?? ''] : (trace?.contacts ?? [])
  if (values.every((value) => value === ''))
    throw new RequestError(
      400,
      `this listing's ${kind} is not stored: it was posted more than 30 days ago, or has none`,
    )
  return values
}
