import type { SearchResult } from '#domain/search.ts'
import { formatMonthDay, formatShortDate, formatTime } from '#domain/pacific.ts'

/** Where and when: a listing's city and the day it was posted, an event's place, day and time. */
export function ResultLine({ location, date, path }: SearchResult) {
  const isEvent = path.startsWith('/event/')
  return (
    <span className="quiet">
      (<bdi>{location}</bdi>){' '}
      <time dateTime={date}>
        {isEvent ? `${formatShortDate(date)} · ${formatTime(date)}` : formatMonthDay(date)}
      </time>
    </span>
  )
}
