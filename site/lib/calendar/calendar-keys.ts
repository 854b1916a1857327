import { addDays, addMonthToDay, isDay, lastDayOf, toMonth, weekdayOf } from '#domain/pacific.ts'

type Key = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }

/** WAI-ARIA's date grid; Shift+PageUp and Shift+PageDown move by a year. Undefined for other keys. */
export function moveInCalendar(
  day: string,
  { key, altKey, ctrlKey, metaKey, shiftKey }: Key,
): string | undefined {
  if (altKey || ctrlKey || metaKey) return undefined
  const next = moves[key]?.(day, shiftKey ? 12 : 1)
  return next !== undefined && isDay(next) ? next : undefined
}

const moves: Partial<Record<string, (day: string, months: number) => string | undefined>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => [addDays(day, -weekdayOf(day)), `${toMonth(day)}-01`].toSorted()[1],
  End: (day) => [addDays(day, 6 - weekdayOf(day)), lastDayOf(toMonth(day))].toSorted()[0],
  PageUp: (day, months) => addMonthToDay(day, -months),
  PageDown: (day, months) => addMonthToDay(day, months),
}
