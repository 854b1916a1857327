import type { SanityClient } from '@sanity/client'
import pLimit from 'p-limit'
import { isWebAddress } from '#domain/events/event.ts'
import type { Suggestion } from '#domain/events/suggestion.ts'
import { messages } from '#domain/language.ts'
import type { Transaction } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import type { Calendar } from '../events/calendar.ts'
import { toEventId } from '../events/event-document.ts'
import { limitConcurrency } from '../http/limit-concurrency.ts'
import type { Logger } from '../runtime/log.ts'
import { createDraft, findKnown, listDrafts, toSource } from './content.ts'
import { logSuggestions, wasSuggested } from './queries.ts'

type Parts = { calendar: Calendar; writer: SanityClient }

/** Saves one suggestion at a time. Throws 503 if that takes too long, and what a saving refuses. */
export function createSavingQueue(logger: Logger) {
  const saveInTurn = pLimit(1)
  const limitSavings = limitConcurrency({ milliseconds: 10_000, max: 8 }, notSaved)
  return <Result>(save: () => Promise<Result>): Promise<Result> =>
    limitSavings(() => saveInTurn(save)).catch((error: unknown) => {
      if (error instanceof RequestError) throw error
      logger.warn({ error }, 'a suggested event could not be saved')
      throw notSaved()
    })
}

const notSaved = () => new RequestError(503, messages().suggest.notSaved, { 'Retry-After': '60' })

/** Writes a draft, unless the event is known. Returns the path of its page. */
export async function saveSuggestion(
  sql: Transaction,
  { calendar, writer }: Parts,
  suggestion: Suggestion,
  address: string,
): Promise<string> {
  const { title, date, location, url } = suggestion
  // The same for a form that is sent again.
  const id = toEventId(`suggestion ${JSON.stringify([title, date, location, url])}`)
  const path = `/events/suggest/${id}`
  const events = [{ ...suggestion, id }]
  const drafts = await listDrafts(writer, events)
  const [known] = await findKnown(sql, await calendar.read(), drafts, events)
  if (known !== undefined) return known === `${path}?known` ? path : known
  if (await wasSuggested(sql, id)) return path
  await logSuggestions(sql, [id])
  const suggested = isWebAddress(address) ? toSource(address) : 'typed by hand'
  // Before the commit: what was counted and logged was also stored.
  await createDraft(writer, id, { ...suggestion, suggested })
  return path
}
