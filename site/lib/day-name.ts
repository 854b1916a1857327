import { plural, words } from '#domain/language.ts'
import { formatDayOfMonth } from '#domain/pacific.ts'

/** What a day of a calendar is called: `March 14, 3 events`, and by its date alone where it has none. */
export function nameDay(day: string, events: number): string {
  if (events === 0) return formatDayOfMonth(day)
  return `${formatDayOfMonth(day)}, ${plural(words().calendar.count, events)}`
}
