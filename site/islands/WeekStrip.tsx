import { useStore } from '@nanostores/react'
import { fill, plural, words } from '#domain/language.ts'
import { addDays, formatDayOfMonth, formatMonth, listWeekdays, toMonth, weekdayOf } from '#domain/pacific.ts'
import { $chosenDay, $eventsByDay, chooseDay } from '../stores/month.ts'
import { $today } from '../stores/today.ts'

/** The calendar of a narrow screen: a week, of which one day is chosen. The day's list stands below it. */
export function WeekStrip() {
  const today = useStore($today, { ssr: 'initial' })
  const chosen = useStore($chosenDay, { ssr: 'initial' })
  const counts = useStore($eventsByDay, { ssr: () => noEvents })
  if (!today || !chosen) return <div className="strip" />
  const sunday = addDays(chosen, -weekdayOf(chosen))
  const { label, previousWeek, nextWeek, allOf } = words().calendar
  const days = listWeekdays('short').map((weekday, index) => [weekday, addDays(sunday, index)] as const)
  return (
    <section className="strip" aria-label={label}>
      <div className="calendar-head">
        <Turn label={previousWeek} sign="‹" to={addDays(chosen, -7)} />
        <h2 aria-live="polite">{formatMonth(toMonth(chosen))}</h2>
        <Turn label={nextWeek} sign="›" to={addDays(chosen, 7)} />
      </div>
      <ul>
        {days.map(([weekday, day]) => (
          <li key={day}>
            <button
              type="button"
              aria-label={nameButton(weekday, day, counts.get(day)?.length ?? 0)}
              aria-pressed={day === chosen}
              aria-current={day === today ? 'date' : undefined}
              data-events={counts.has(day) || undefined}
              onClick={() => chooseDay(day)}
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

/** `Sun 15, November 2026, 4 events`: it begins with what is seen, so that a voice can choose it (WCAG 2.5.3). */
function nameButton(weekday: string, day: string, events: number): string {
  const count = events === 0 ? [] : [plural(words().calendar.count, events)]
  return [`${weekday} ${Number(day.slice(8))}`, formatMonth(toMonth(day)), ...count].join(', ')
}

const noEvents = new Map<string, never[]>()

function Turn({ label, sign, to }: { label: string; sign: string; to: string }) {
  return (
    <button type="button" className="calendar-turn" aria-label={label} onClick={() => chooseDay(to)}>
      {sign}
    </button>
  )
}
