import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import type { DaySummaries } from '#domain/events/event-days.ts'
import { linkTo, messages, plural } from '#domain/language.ts'
import {
  addMonths,
  formatDayOfMonth,
  formatMonth,
  initialOf,
  isDay,
  listWeekdays,
  listWeeks,
  toMonth,
} from '#domain/pacific.ts'
import { useIsScripted } from '../../components/use-is-scripted.ts'
import { moveInCalendar } from '../../lib/calendar/calendar-keys.ts'
import { showMonth } from '../../stores/calendar.ts'
import { DayTooltip, tooltipId, useDayTooltip } from './DayTooltip.tsx'

type MonthCalendarProps = { month: string; today: string | undefined; days: DaySummaries }

/** Without scripts a table of links; with them a date grid with one tab stop (WAI-ARIA). */
export function MonthCalendar({ month, today, days }: MonthCalendarProps) {
  const isScripted = useIsScripted()
  const [cursor, setCursor] = useState<string>()
  const isMoving = useRef(false)
  const heading = useId()
  const tooltip = useDayTooltip((day) => days[day] !== undefined)
  const { label, previousMonth, nextMonth } = messages().calendar
  // Tab stop: the day that was last focused, else today, else the first day.
  const tabStop = [cursor, today].find((day) => day && toMonth(day) === month) ?? `${month}-01`

  function move(event: KeyboardEvent) {
    const next = moveInCalendar(tabStop, event)
    if (next === undefined) return
    event.preventDefault()
    isMoving.current = true
    setCursor(next)
    if (toMonth(next) !== month) showMonth(toMonth(next))
  }

  /** Focuses the day that a key moved to. In another month, its link has just been created. */
  function focusIfMovedTo(link: HTMLAnchorElement | null) {
    if (!link || !isMoving.current) return
    isMoving.current = false
    link.focus()
  }

  return (
    // It only handles events that bubble up from its links.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className="calendar" aria-label={label} {...tooltip.handlers}>
      <div className="calendar-head">
        <MonthButton label={previousMonth} sign="‹" month={addMonths(month, -1)} />
        <h2 id={heading} aria-live="polite">
          {formatMonth(month)}
        </h2>
        <MonthButton label={nextMonth} sign="›" month={addMonths(month, 1)} />
      </div>
      <table aria-labelledby={heading} {...(isScripted && { role: 'grid', onKeyDown: move })}>
        <thead>
          <tr>
            {listWeekdays('long').map((weekday) => (
              <th key={weekday} scope="col" aria-label={weekday}>
                {initialOf(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listWeeks(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) =>
                toMonth(day) === month ? (
                  <CalendarDay
                    key={day}
                    day={day}
                    count={days[day]?.count ?? 0}
                    isToday={day === today}
                    isDescribed={day === tooltip.day}
                    tabIndex={isScripted ? (day === tabStop ? 0 : -1) : undefined}
                    linkRef={day === tabStop ? focusIfMovedTo : undefined}
                    onFocus={setCursor}
                  />
                ) : (
                  <td key={day} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {tooltip.day && <DayTooltip day={tooltip.day} events={days[tooltip.day]} />}
    </section>
  )
}

type CalendarDayProps = {
  day: string
  count: number
  isToday: boolean
  isDescribed: boolean
  tabIndex: number | undefined
  linkRef: Ref<HTMLAnchorElement> | undefined
  onFocus: (day: string) => void
}

function CalendarDay({ day, count, isToday, isDescribed, tabIndex, linkRef, onFocus }: CalendarDayProps) {
  return (
    <td>
      <a
        ref={linkRef}
        href={linkTo(`/events/${day}`)}
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

type MonthButtonProps = {
  label: string
  sign: string
  month: string
}

/** Empty before the year 1900 and after 9998. */
function MonthButton({ label, sign, month }: MonthButtonProps) {
  if (!isDay(`${month}-01`)) return <span className="month-button" />
  return (
    <button type="submit" className="month-button" aria-label={label} name="month" value={month}>
      {sign}
    </button>
  )
}

/** `March 14, 3 events` */
function nameDay(day: string, events: number): string {
  if (events === 0) return formatDayOfMonth(day)
  return `${formatDayOfMonth(day)}, ${plural(messages().calendar.count, events)}`
}
