import type { CalendarEvent } from '#domain/events/event.ts'

/** “Repeat weekly” and imports end the names that they make with random digits (studio/events, api/import). */
const isGenerated = (series: string) => /-(?:[0-9a-f]{6}|[0-9a-f]{8})$/.test(series)

/** The events of a series and its name: the text that an editor wrote, or else the title of the first event. */
export function findSeries(all: readonly CalendarEvent[], series: string) {
  const events = all.filter((event) => event.series === series)
  const name = (isGenerated(series) ? events[0]?.title : undefined) ?? series
  return { name, events }
}
