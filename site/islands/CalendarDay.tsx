import type { Ref } from 'react'
import { nameDay } from '../lib/day-name.ts'
import { tooltipId } from './DayTooltip.tsx'

type CalendarDayProps = {
  day: string
  count: number
  isToday: boolean
  isDescribed: boolean
  tabIndex: number | undefined
  linkRef: Ref<HTMLAnchorElement> | undefined
  onFocus: (day: string) => void
}

export function CalendarDay({
  day,
  count,
  isToday,
  isDescribed,
  tabIndex,
  linkRef,
  onFocus,
}: CalendarDayProps) {
  return (
    <td>
      <a
        ref={linkRef}
        href={`/events/${day}`}
        tabIndex={tabIndex}
        aria-label={nameDay(day, count)}
        aria-describedby={isDescribed ? tooltipId : undefined}
        aria-current={isToday ? 'date' : undefined}
        data-day={day}
        data-events={count > 0 || undefined}
        onFocus={() => onFocus(day)}
      >
        {Number(day.slice(8))}
      </a>
    </td>
  )
}
