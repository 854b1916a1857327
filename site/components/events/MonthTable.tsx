import type { ComponentProps } from 'react'
import { linkTo, messages, plural } from '#domain/language.ts'
import { formatDayOfMonth, initialOf, listWeekdays, listWeeks, toMonth } from '#domain/pacific.ts'

type MonthTableProps = ComponentProps<'table'> & {
  month: string
  today: string | undefined
  count: (day: string) => number
  propsOf?: (day: string) => ComponentProps<'a'>
}

export function MonthTable({ month, today, count, propsOf, ...props }: MonthTableProps) {
  return (
    <table {...props}>
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
            {week.map((day) => (
              <td key={day}>
                {toMonth(day) === month && (
                  <a
                    href={linkTo(`/events/${day}`)}
                    aria-label={nameDay(day, count(day))}
                    aria-current={day === today ? 'date' : undefined}
                    data-day={day}
                    data-events={count(day) > 0 || undefined}
                    {...propsOf?.(day)}
                  >
                    {Number(day.slice(8))}
                  </a>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `March 14, 3 events` */
function nameDay(day: string, events: number): string {
  if (events === 0) return formatDayOfMonth(day)
  return `${formatDayOfMonth(day)}, ${plural(messages().calendar.count, events)}`
}
