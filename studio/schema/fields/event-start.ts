import { readInstant } from '#domain/events/event-date.ts'
import { readStoredDate } from '#domain/events/typed-date.ts'
import { isTooLong, maxDays } from '#domain/events/when.ts'
import { addDays, toDay } from '#domain/pacific.ts'
import { PacificTimeDiff } from '../../components/diffs/PacificTimeDiff.tsx'
import { PacificTimeInput } from '../../components/inputs/PacificTimeInput.tsx'

/**
 * A date and time, wherever the editor is: an instant (ISO 8601), or in a draft any text that cannot be read. Not a
 * `datetime`: Sanity's parts for that type throw on such a text.
 */
export const pacificTime = {
  type: 'string',
  // Keeps its digits out of the Studio's text search.
  options: { search: { weight: 0 } },
  components: { input: PacificTimeInput, diff: PacificTimeDiff },
} as const

type Times = { date?: string; allDay?: boolean }

/** Drafts hold any text: as it was typed, or written by the API. */
export function checkReadable(date: string | undefined, { allDay = false }: Times): true | string {
  return date === undefined || (readStoredDate(date, { allDay }).fault ?? true)
}

export function checkEnd(end: string | undefined, { date, allDay }: Times): true | string {
  const [first, last] = [readInstant(date ?? ''), readInstant(end ?? '')]
  if (first === undefined || last === undefined) return true
  if (last <= first) return 'The end must be after the beginning'
  const isLong = isTooLong({ date: first, end: last, ...(allDay && { allDay }) })
  return isLong ? `An event has at most ${maxDays} days: is it a series?` : true
}

export function checkDistance(date: string | undefined, now: Date): true | string {
  const instant = readInstant(date ?? '')
  if (instant === undefined || toDay(instant) <= addDays(toDay(now), 365)) return true
  return 'This is more than a year away: is the year right?'
}
