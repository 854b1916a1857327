import { formatClock, formatMonthDay, toDay } from '#domain/pacific.ts'

/**
 * `14:03:07 in San Francisco` of an instant, and `Nov 20, 14:03:07 in San Francisco` where that is another day there
 * than `today` (`YYYY-MM-DD`).
 */
export function describeTime(instant: string, today: string): string {
  const clock = `${formatClock(instant)} in San Francisco`
  return toDay(instant) === today ? clock : `${formatMonthDay(instant)}, ${clock}`
}

const units = [
  { name: 's', milliseconds: 1_000, below: 60_000, digits: 1 },
  { name: 'min', milliseconds: 60_000, below: 3_600_000, digits: 0 },
  { name: 'h', milliseconds: 3_600_000, below: 48 * 3_600_000, digits: 0 },
  { name: 'days', milliseconds: 24 * 3_600_000, below: Infinity, digits: 0 },
]

/** `0.6 s`, `4 min`, `3 h` or `12 days`. */
export function describeDuration(milliseconds: number): string {
  const rounded = Math.max(100, Math.round(milliseconds / 100) * 100)
  const unit = units.find(({ below }) => rounded < below)
  if (!unit) return ''
  return `${(rounded / unit.milliseconds).toFixed(unit.digits)} ${unit.name}`
}
