import { type EventFilters, writeFilters } from '#domain/events/event-filters.ts'
import { feedPaths } from '#domain/feeds.ts'
import { fill, messages } from '#domain/language.ts'
import { formatDay } from '#domain/pacific.ts'
import { useIsScripted } from '../../components/use-is-scripted.ts'
import { readText } from '../../lib/api.ts'
import { CopyButton } from '../CopyButton.tsx'

type WeekTextProps = { filters: EventFilters; day: string | undefined }

/** The week of today, or of the page's day, as text for chats: a copy button, or without scripts a link. */
export function WeekText({ filters, day }: WeekTextProps) {
  const { weekAsText, copyWeek, weekOfAsText, copyWeekOf } = messages().events
  const path = feedPaths.week(writeFilters({ ...filters, date: 'all' }, false), day)
  const name = (ofToday: string, ofDay: string) =>
    day === undefined ? ofToday : fill(ofDay, { day: formatDay(day) })
  const copy = name(copyWeek, copyWeekOf)
  return (
    // As wide before scripts run as after: nothing moves that is about to be clicked.
    <div data-widest={copy}>
      {useIsScripted() ? (
        <CopyButton key={path} label={copy} text={() => readText(path)} />
      ) : (
        <a href={path}>{name(weekAsText, weekOfAsText)}</a>
      )}
    </div>
  )
}
