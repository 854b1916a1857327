import { isDay } from '#domain/pacific.ts'
import type { Window } from '../calendar/snapshot.ts'
import { RequestError } from '../errors.ts'

/** Reads `?from=&to=`, days in Pacific time. Throws 400 for invalid or repeated days, or a reversed range. */
export function parseWindow(queries: Record<string, string[]>): Window {
  const from = readDay('from', queries['from'])
  const to = readDay('to', queries['to'])
  if (from !== undefined && to !== undefined && to < from) throw new RequestError(400, 'to is before from')
  return { from, to }
}

function readDay(name: string, values: string[] = []): string | undefined {
  const [day] = values
  if (day === undefined) return undefined
  if (values.length > 1 || !isDay(day))
    throw new RequestError(400, `${name} must be one day, like 2026-11-21`)
  return day
}
