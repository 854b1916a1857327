import type { SearchResult } from '#domain/search.ts'
import { formatMonthDay, formatShortDate, formatTime } from '#domain/pacific.ts'

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
