import type { DaySummaries } from '#domain/events/event-days.ts'
import { linkTo, messages, plural } from '#domain/language.ts'
import { addDays, formatMonth, listWeekdays, toMonth, weekdayOf } from '#domain/pacific.ts'

/** Today and the six days after it, on narrow screens. */
export function WeekStrip({ today, days }: { today: string; days: DaySummaries }) {
  const weekdays = listWeekdays('short')
  const week = Array.from({ length: 7 }, (_, index) => addDays(today, index))
  return (
    <nav className="strip" aria-label={messages().calendar.week}>
      <ul>
        {week.map((day) => {
          const weekday = weekdays[weekdayOf(day)] ?? ''
          return (
            <li key={day}>
              <a
                href={linkTo(`/events/${day}`)}
                aria-label={nameDay(weekday, day, days[day]?.count ?? 0)}
                aria-current={day === today ? 'date' : undefined}
                data-events={days[day] !== undefined || undefined}
              >
                <span>{weekday}</span> {Number(day.slice(8))}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** `Sun 15, November 2026, 4 events`: begins with the visible text, for voice control (WCAG 2.5.3). */
function nameDay(weekday: string, day: string, events: number): string {
  const count = events === 0 ? [] : [plural(messages().calendar.count, events)]
  return [`${weekday} ${Number(day.slice(8))}`, formatMonth(toMonth(day)), ...count].join(', ')
}
