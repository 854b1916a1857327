import { addDays, addMonthToDay, isDay, lastDayOf, toMonth, weekdayOf } from '#domain/pacific.ts'

type Key = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }

/** WAI-ARIA's date grid; Shift+PageUp and Shift+PageDown move by a year. Undefined for other keys. */
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
