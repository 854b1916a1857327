import { useStore } from '@nanostores/react'
import * as Tooltip from '@radix-ui/react-tooltip'
import { type Ref, useState } from 'react'
import type { EventSummary } from '#domain/event.ts'
import { fill, words } from '#domain/language.ts'
import { formatTime } from '#domain/pacific.ts'
import { nameDay } from '../lib/day-name.ts'
import { $eventsByDay } from '../stores/month.ts'

type CalendarDayProps = {
  day: string
  isToday: boolean
  tabIndex: number
  linkRef: Ref<HTMLAnchorElement> | undefined
  onFocus: (day: string) => void
  /** Where its tooltip is put: within a landmark of the page, and outside the grid. */
  tooltipPlace: HTMLElement | null
}

const none: EventSummary[] = []
const noDays: ReadonlyMap<string, EventSummary[]> = new Map()

/** A cell of the calendar: a link to the day's events, named with their number. */
export function CalendarDay({ day, isToday, tabIndex, linkRef, onFocus, tooltipPlace }: CalendarDayProps) {
  const events = useStore($eventsByDay, { ssr: () => noDays as Map<string, EventSummary[]> }).get(day) ?? none
  const [isOpen, setIsOpen] = useState(false)
  return (
    <td>
      {/* Around every day, so that a link that has the focus stays the same one when its events arrive. */}
      <Tooltip.Root open={isOpen && events.length > 0} onOpenChange={setIsOpen}>
        <Tooltip.Trigger asChild>
          <a
            ref={linkRef}
            href={`/events/${day}`}
            tabIndex={tabIndex}
            aria-label={nameDay(day, events.length)}
            aria-current={isToday ? 'date' : undefined}
            data-events={events.length > 0 || undefined}
            onFocus={() => onFocus(day)}
          >
            {Number(day.slice(8))}
          </a>
        </Tooltip.Trigger>
        <Tooltip.Portal container={tooltipPlace}>
          <Tooltip.Content className="tooltip" sideOffset={4} collisionPadding={8}>
            <FirstEvents events={events} />
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </td>
  )
}

/** The most events that a day's tooltip names. */
const named = 3

function FirstEvents({ events }: { events: EventSummary[] }) {
  return (
    <>
      {events.slice(0, named).map(({ id, date, title }) => (
        <p key={id}>
          {formatTime(date)} - <bdi>{title}</bdi>
        </p>
      ))}
      {events.length > named && <p>{fill(words().calendar.more, { count: events.length - named })}</p>}
    </>
  )
}
