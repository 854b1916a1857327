import { fill, messages } from '#domain/language.ts'
import { formatWeekdayAndShortDate } from '#domain/pacific.ts'
import { findStage, type LoopDates } from '#domain/programme/dates.ts'

/** `applications close Friday, Dec 18`, and whether that is over. Undefined if no date is known. */
export function describeStage(dates: LoopDates | undefined, isPast: (day: string) => boolean) {
  const stage = findStage(dates ?? {}, isPast)
  if (!stage) return undefined
  const { name, day } = stage
  const text = fill(messages().programme.stage[name], { day: formatWeekdayAndShortDate(day) })
  return { text, isOver: name === 'closed' }
}
