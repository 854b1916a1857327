import { fill, plural, words } from '#domain/language.ts'
import { addDays, formatDayOfMonth, formatMonth, listWeekdays, toMonth, weekdayOf } from '#domain/pacific.ts'
import type { CalendarState } from '../stores/calendar.ts'
import { Turn } from './Turn.tsx'

export function WeekStrip({ today, days, chosen: { day: chosen } }: CalendarState) {
  const sunday = addDays(chosen, -weekdayOf(chosen))
  const { label, previousWeek, nextWeek, allOf } = words().calendar
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
  const count = events === 0 ? [] : [plural(words().calendar.count, events)]
  return [`${weekday} ${Number(day.slice(8))}`, formatMonth(toMonth(day)), ...count].join(', ')
}
