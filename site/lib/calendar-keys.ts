import { addDays, addMonthToDay, isDay, lastDayOf, toMonth, weekdayOf } from '#domain/pacific.ts'

type Key = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }

/**
 * The day that a key leads to in a date grid (WAI-ARIA Authoring Practices): arrows by day and week, Home and End to
 * the week's ends within the month, PageUp and PageDown by month, with Shift by year. Undefined for other keys.
 */
export function moveInCalendar(day: string, pressed: Key): string | undefined {
  const next = find(day, pressed)
  return next !== undefined && isDay(next) ? next : undefined
}

function find(day: string, { key, altKey, ctrlKey, metaKey, shiftKey }: Key): string | undefined {
  if (altKey || ctrlKey || metaKey) return undefined
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return [addDays(day, -weekdayOf(day)), `${toMonth(day)}-01`].toSorted()[1]
    case 'End':
      return [addDays(day, 6 - weekdayOf(day)), lastDayOf(toMonth(day))].toSorted()[0]
    case 'PageUp':
      return addMonthToDay(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonthToDay(day, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}
