import { useStore } from '@nanostores/react'
import { type SyntheticEvent, useState } from 'react'
import type { DaySummary } from '#domain/events/event-days.ts'
import { fill, plural, messages } from '#domain/language.ts'
import {
  addDays,
  formatDayOfMonth,
  formatMonth,
  formatTime,
  listWeekdays,
  toMonth,
  weekdayOf,
} from '#domain/pacific.ts'
import type { HomeView } from '#domain/pages/page-view.ts'
import {
  $calendar,
  beginWith,
  type CalendarState,
  chooseDay,
  showView,
  turnTo,
} from '../../stores/calendar.ts'
import { MonthCalendar, Turn } from './MonthCalendar.tsx'

export function HomeCalendar({ month, view }: { month: string; view: HomeView | undefined }) {
  const [drawn] = useState(() => {
    if (!view) return undefined
    beginWith(view)
    return showView(view)
  })
  const state = useStore($calendar, { ssr: () => drawn })
  const { today, tomorrow } = messages().calendar
  const { chosen } = state ?? {}
  const title = chosen && chosen.day !== state?.today ? formatDayOfMonth(chosen.day) : today
  return (
    <>
      <form action="/" method="get" onSubmit={turn}>
        {view?.city && <input type="hidden" name="city" value={view.city} />}
        <MonthCalendar month={state?.month ?? month} today={state?.today} days={state?.days ?? {}} />
        {state ? <WeekStrip {...state} /> : <div className="strip" />}
      </form>
      <DayEvents title={title} {...chosen} />
      <DayEvents title={tomorrow} {...state?.tomorrow} />
    </>
  )
}

function turn(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) {
  const { submitter } = event.nativeEvent
  if (!(submitter instanceof HTMLButtonElement)) return
  event.preventDefault()
  if (submitter.name === 'month') turnTo(submitter.value)
  else chooseDay(submitter.value)
}

function WeekStrip({ today, days, chosen: { day: chosen } }: CalendarState) {
  const sunday = addDays(chosen, -weekdayOf(chosen))
  const { label, previousWeek, nextWeek, allOf } = messages().calendar
  const week = listWeekdays('short').map((weekday, index) => [weekday, addDays(sunday, index)] as const)
  return (
    <section className="strip" aria-label={label}>
      <div className="calendar-head">
        <Turn label={previousWeek} sign="‹" name="day" to={addDays(chosen, -7)} />
        <h2 aria-live="polite">{formatMonth(toMonth(chosen))}</h2>
        <Turn label={nextWeek} sign="›" name="day" to={addDays(chosen, 7)} />
      </div>
      <ul>
        {week.map(([weekday, day]) => (
          <li key={day}>
            <button
              type="submit"
              name="day"
              value={day}
              aria-label={nameButton(weekday, day, days[day]?.count ?? 0)}
              aria-pressed={day === chosen}
              aria-current={day === today ? 'date' : undefined}
              data-events={days[day] !== undefined || undefined}
            >
              <span>{weekday}</span> {Number(day.slice(8))}
            </button>
          </li>
        ))}
      </ul>
      <p>
        <a href={`/events/${chosen}`}>{fill(allOf, { day: formatDayOfMonth(chosen) })}</a>
      </p>
    </section>
  )
}

/** `Sun 15, November 2026, 4 events`: begins with what is seen, for voice control (WCAG 2.5.3). */
function nameButton(weekday: string, day: string, events: number): string {
  const count = events === 0 ? [] : [plural(messages().calendar.count, events)]
  return [`${weekday} ${Number(day.slice(8))}`, formatMonth(toMonth(day)), ...count].join(', ')
}

type DayEventsProps = {
  title: string
  day?: string | undefined
  /** Undefined while they are loading. */
  events?: DaySummary | undefined
  fault?: string | undefined
}

function DayEvents({ title, day, events, fault }: DayEventsProps) {
  const { eventsOf, loading, none, more } = messages().calendar
  const { count = 0, first = [] } = events ?? {}
  return (
    <section className="day-events" aria-label={fill(eventsOf, { day: title })}>
      <h2>{title}</h2>
      {!events && !fault && <p className="quiet">{loading}</p>}
      {fault && <p role="alert">{fault}</p>}
      {events && count === 0 && <p className="quiet">{none}</p>}
      {count > 0 && (
        <ul>
          {first.map(({ id, date, title: name }) => (
            <li key={id}>
              <a href={`/event/${id}`}>
                {formatTime(date)} - <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {count > first.length && (
        <p>
          <a href={`/events/${day}`}>{fill(more, { count: count - first.length })}</a>
        </p>
      )}
    </section>
  )
}
