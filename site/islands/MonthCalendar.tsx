import { useStore } from '@nanostores/react'
import * as Tooltip from '@radix-ui/react-tooltip'
import { type KeyboardEvent, useRef, useState } from 'react'
import { words } from '#domain/language.ts'
import { addMonths, formatMonth, initialOf, listWeekdays, listWeeks, toMonth } from '#domain/pacific.ts'
import { moveInCalendar } from '../lib/calendar-keys.ts'
import { $month, turnTo } from '../stores/month.ts'
import { $today } from '../stores/today.ts'
import { CalendarDay } from './CalendarDay.tsx'
import { useIsScripted } from '../components/use-is-scripted.ts'

/**
 * A month of links to its days. As HTML it is a table that needs no script; with one it is a date grid with one tab
 * stop (WAI-ARIA), and turns to other months. `rendered` is the month of the HTML that was rendered ahead.
 */
export function MonthCalendar({ rendered }: { rendered: string }) {
  const month = useStore($month, { ssr: 'initial' }) ?? rendered
  const today = useStore($today, { ssr: 'initial' })
  const isScripted = useIsScripted()
  const [cursor, setCursor] = useState<string>()
  const [section, setSection] = useState<HTMLElement | null>(null)
  const isMoving = useRef(false)
  const { label, previousMonth, nextMonth } = words().calendar
  // Where Tab enters: the day that last had the focus, else today, else the first.
  const tabStop = [cursor, today].find((day) => day && toMonth(day) === month) ?? `${month}-01`

  function move(event: KeyboardEvent) {
    const next = moveInCalendar(tabStop, event)
    if (next === undefined) return
    event.preventDefault()
    isMoving.current = true
    setCursor(next)
    if (toMonth(next) !== month) turnTo(toMonth(next))
  }

  /** The link of the day moved to, once it is there: after a turn of the month it is a new one. */
  function focusIfMovedTo(link: HTMLAnchorElement | null) {
    if (!link || !isMoving.current) return
    isMoving.current = false
    link.focus()
  }

  return (
    <section ref={setSection} className="calendar wide" aria-label={label}>
      <div className="calendar-head">
        {isScripted && <Turn label={previousMonth} sign="‹" to={addMonths(month, -1)} />}
        <h2 id="calendar-month" aria-live="polite">
          {formatMonth(month)}
        </h2>
        {isScripted && <Turn label={nextMonth} sign="›" to={addMonths(month, 1)} />}
      </div>
      <Tooltip.Provider delayDuration={700} skipDelayDuration={300}>
        <table aria-labelledby="calendar-month" {...(isScripted && { role: 'grid', onKeyDown: move })}>
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
                      isToday={day === today}
                      tabIndex={isScripted && day !== tabStop ? -1 : 0}
                      linkRef={day === tabStop ? focusIfMovedTo : undefined}
                      onFocus={setCursor}
                      tooltipPlace={section}
                    />
                  ) : (
                    <td key={day} />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Tooltip.Provider>
    </section>
  )
}

function Turn({ label, sign, to }: { label: string; sign: string; to: string }) {
  return (
    <button type="button" className="calendar-turn" aria-label={label} onClick={() => turnTo(to)}>
      {sign}
    </button>
  )
}
