import { plural, words } from '#domain/language.ts'
import { formatDayOfMonth } from '#domain/pacific.ts'

/** `March 14, 3 events` */
export function nameDay(day: string, events: number): string {
  if (events === 0) return formatDayOfMonth(day)
  return `${formatDayOfMonth(day)}, ${plural(words().calendar.count, events)}`
}
