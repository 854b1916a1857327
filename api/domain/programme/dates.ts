import { addDays, isDay, startOfDay } from '#domain/pacific.ts'

export const maxDemoDays = 12

/** The single days of a loop. */
export const loopDays = ['opens', 'closes', 'decision', 'start', 'end', 'nextOpens'] as const
type LoopDay = (typeof loopDays)[number]

/** Days in Pacific time, all optional. Applications are open on the days `opens` and `closes`, and between them. */
export type LoopDates = Partial<Record<LoopDay, string | undefined>> & {
  demoDays?: readonly string[] | undefined
}

/**
 * A date of the loop. `id` stays when the day changes; that of a demo day is its place among them. `number` is set if there
 * are several demo days.
 */
type LoopDate = { id: string; kind: LoopDay | 'demoDay'; day: string; number: number | undefined }

/** In the order in which they must come. Leaves out what is no day. */
export function listLoopDates(dates: LoopDates): LoopDate[] {
  const days = (Array.isArray(dates.demoDays) ? dates.demoDays : [])
    .filter(isKnown)
    .toSorted()
    .slice(0, maxDemoDays)
  const demoDays = days.map((day, index) => ({
    id: `demoDay-${index + 1}`,
    kind: 'demoDay' as const,
    day,
    number: days.length > 1 ? index + 1 : undefined,
  }))
  return loopDays.flatMap((kind): LoopDate[] => {
    const day = dates[kind]
    const own = isKnown(day) ? [{ id: kind, kind, day, number: undefined }] : []
    return kind === 'end' ? [...demoDays, ...own] : own
  })
}

function isKnown(day: unknown): day is string {
  return typeof day === 'string' && isDay(day)
}

/** The first two dates that are in the wrong order. The applications of the next loop may open while this one runs. */
export function findDisorder(dates: LoopDates): [LoopDate, LoopDate] | undefined {
  const all = listLoopDates(dates)
  const [next, closes] = ['nextOpens', 'closes'].map((id) => all.find((date) => date.id === id))
  const inOrder = all.filter(({ kind }) => kind !== 'nextOpens')
  const pairs = inOrder.slice(1).map((date, index): [LoopDate, LoopDate] => [inOrder[index] ?? date, date])
  if (next && closes) pairs.push([closes, next])
  return pairs.find(([before, after]) => before.day > after.day)
}

/** Whether a Pacific day is over. */
export function hasPassed(day: string, now: Date): boolean {
  return now >= startOfDay(addDays(day, 1))
}

/** `rolling`: open without an end that is known. */
type Stage = { name: 'soon' | 'open' | 'rolling' | 'closed' | 'next'; day: string }

/** The stage of the applications. Asks `isPast` only for the days that decide it. Undefined if no date is known. */
export function findStage(dates: LoopDates, isPast: (day: string) => boolean): Stage | undefined {
  const [opens, closes, nextOpens] = [dates.opens, dates.closes, dates.nextOpens].map((day) =>
    isKnown(day) ? day : undefined,
  )
  const isAhead = (day: string) => !isPast(addDays(day, -1))
  if (opens && isAhead(opens)) return { name: 'soon', day: opens }
  if (closes && !isPast(closes)) return { name: 'open', day: closes }
  if (opens && !closes && (!nextOpens || isAhead(nextOpens))) return { name: 'rolling', day: opens }
  if (nextOpens) return { name: isAhead(nextOpens) ? 'next' : 'rolling', day: nextOpens }
  if (closes) return { name: 'closed', day: closes }
  return opens ? { name: 'rolling', day: opens } : undefined
}
