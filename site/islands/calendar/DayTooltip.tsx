import { type FocusEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type DaySummary, noEvents } from '#domain/events/event-days.ts'
import { fill, messages } from '#domain/language.ts'
import { describeTime } from '#domain/events/when.ts'

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
      {first.map((event) => (
        <p key={event.id}>
          {describeTime(event, day)} - <bdi>{event.title}</bdi>
        </p>
      ))}
      {count > first.length && <p>{fill(messages().calendar.more, { count: count - first.length })}</p>}
    </div>
  )
}

/** How long a pointer rests before a tooltip opens (spec, section 9), in milliseconds. */
const openDelay = 700
/** How long it stays open while the pointer moves into it or to another day, in milliseconds. */
const skipDelay = 300

/** Opens when the pointer rests or the keyboard moves the focus; Escape closes it (WCAG 1.4.13). */
export function useDayTooltip(hasTooltip: (day: string) => boolean) {
  const [day, setDay] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function show(next: string | undefined, delay = 0) {
    clearTimeout(timer.current)
    if (delay === 0) setDay(next)
    else timer.current = setTimeout(() => setDay(next), delay)
  }

  function findDay({ target }: { target: EventTarget }): string | undefined {
    const found = target instanceof Element && target.closest<HTMLElement>('[data-day]')?.dataset['day']
    return found && hasTooltip(found) ? found : undefined
  }

  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      clearTimeout(timer.current)
      setDay(undefined)
    }
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', press)
      clearTimeout(timer.current)
    }
  }, [])

  const handlers = {
    onPointerOver: (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      const isWithin = event.target instanceof Element && event.target.closest('[role=tooltip]')
      const next = isWithin ? day : findDay(event)
      if (next !== undefined) show(next, day === undefined ? openDelay : 0)
      else show(undefined, day === undefined ? 0 : skipDelay)
    },
    onPointerLeave: () => show(undefined, day === undefined ? 0 : skipDelay),
    onPointerDown: () => show(undefined),
    onFocus: (event: FocusEvent) => {
      if (event.target.matches(':focus-visible')) show(findDay(event))
    },
    onBlur: () => show(undefined),
  }
  return { day: day !== undefined && hasTooltip(day) ? day : undefined, handlers }
}
