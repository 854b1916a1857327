import { toDay } from '#domain/pacific.ts'

export type DayCount = { day: string; count: number }

/** Counts instants by day, Pacific time: `upcoming` from today on, `past` latest first. Skips invalid instants. */
export function countDays(
  instants: readonly string[],
  today: string,
): { upcoming: DayCount[]; past: DayCount[] } {
  const counts = new Map<string, number>()
  for (const instant of instants) {
    if (Number.isNaN(Date.parse(instant))) continue
    const day = toDay(instant)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  const days = [...counts]
    .map(([day, count]) => ({ day, count }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
  return {
    upcoming: days.filter(({ day }) => day >= today),
    past: days.filter(({ day }) => day < today).toReversed(),
  }
}
