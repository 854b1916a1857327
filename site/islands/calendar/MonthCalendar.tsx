import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { DaySummaries } from '#domain/events/event-days.ts'
import { messages } from '#domain/language.ts'
import { addMonths, formatMonth, isDay, toMonth } from '#domain/pacific.ts'
import { MonthTable } from '../../components/events/MonthTable.tsx'
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
      <MonthTable
        month={month}
        today={today}
        count={(day) => days[day]?.count ?? 0}
        aria-labelledby={heading}
        {...(isScripted && { role: 'grid', onKeyDown: move })}
        propsOf={(day) => ({
          ref: day === tabStop ? focusIfMovedTo : undefined,
          tabIndex: isScripted ? (day === tabStop ? 0 : -1) : undefined,
          'aria-describedby': day === tooltip.day ? tooltipId : undefined,
          onFocus: () => setCursor(day),
        })}
      />
      {tooltip.day && <DayTooltip day={tooltip.day} events={days[tooltip.day]} />}
    </section>
  )
}

/** Empty before the year 1900 and after 9998. */
function MonthButton({ label, sign, month }: { label: string; sign: string; month: string }) {
  if (!isDay(`${month}-01`)) return <span className="month-button" />
  return (
    <button type="submit" className="month-button" aria-label={label} name="month" value={month}>
      {sign}
    </button>
  )
}
