import { formatMonthDayYear, formatTime } from '#domain/pacific.ts'

type Event = { date?: string; location?: string; organizers?: string }

/** `Nov 24, 2026, 6:00 PM · Frontier Tower, SOMA`, Pacific time. */
export function describeEvent({ date, location, organizers }: Event): string {
  const instant = date !== undefined && !Number.isNaN(Date.parse(date)) ? date : undefined
  const when =
    instant === undefined ? 'No date yet' : `${formatMonthDayYear(instant)}, ${formatTime(instant)}`
  return [when, location, organizers].filter(Boolean).join(' · ')
}
