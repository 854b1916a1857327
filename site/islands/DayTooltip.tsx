import { useLayoutEffect, useRef } from 'react'
import { type DaySummary, noEvents } from '#domain/event-days.ts'
import { fill, words } from '#domain/language.ts'
import { formatTime } from '#domain/pacific.ts'

export const tooltipId = 'day-tooltip'

/** In pixels. */
const gap = 4

export function DayTooltip({ day, events = noEvents }: { day: string; events: DaySummary | undefined }) {
  const tooltip = useRef<HTMLDivElement>(null)
  const { count, first } = events

  useLayoutEffect(() => {
    const { current: box } = tooltip
    const section = box?.parentElement
    const link = section?.querySelector(`[data-day="${day}"]`)
    if (!box || !section || !link) return
    const [of, from] = [link.getBoundingClientRect(), section.getBoundingClientRect()]
    const hasRoom =
      of.bottom + gap + box.offsetHeight <= window.innerHeight || of.top < box.offsetHeight + gap
    const top = hasRoom ? of.bottom + gap : of.top - gap - box.offsetHeight
    const left = Math.min(of.left, document.documentElement.clientWidth - box.offsetWidth - 2 * gap)
    box.style.top = `${top - from.top}px`
    box.style.left = `${left - from.left}px`
  }, [day])

  return (
    <div ref={tooltip} id={tooltipId} role="tooltip" className="tooltip">
      {first.map(({ id, date, title }) => (
        <p key={id}>
          {formatTime(date)} - <bdi>{title}</bdi>
        </p>
      ))}
      {count > first.length && <p>{fill(words().calendar.more, { count: count - first.length })}</p>}
    </div>
  )
}
