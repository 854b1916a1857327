import { toDay } from '#domain/pacific.ts'

export type DayCount = { day: string; count: number }

/**
 * The San Francisco days of these instants with how many fall on each: those from today on with the soonest first,
 * and those past with the latest first. What is no instant is left out.
 */
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
