import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { isDay } from '#domain/pacific.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { answerJson } from '../answers/answer-cached.ts'
import { RequestError } from '../errors.ts'
import type { Calendar } from './calendar.ts'
import type { DayRange } from './snapshot.ts'

/** Without `?from=&to=`: all events (spec, section 7). With it: the events of those days, without descriptions. */
export function eventRoutes(calendar: Calendar, answers: AnswerCache) {
  const routes = new Hono<{ Bindings: HttpBindings }>()

  routes.get('/', async (c) => {
    const window = parseWindow(c.req.queries())
    const isWhole = window.from === undefined && window.to === undefined
    return answerJson(c, answers, async () => {
      const snapshot = await calendar.read()
      return { value: isWhole ? snapshot.listEvents() : snapshot.listSummaries(window), sources: ['events'] }
    })
  })

  return routes
}

/** Reads `?from=&to=`, days in Pacific time. Throws 400 for invalid or repeated days, or a reversed range. */
function parseWindow(queries: Record<string, string[]>): DayRange {
  const from = readDay('from', queries['from'])
  const to = readDay('to', queries['to'])
  if (from !== undefined && to !== undefined && to < from)
    throw new RequestError(400, 'to must not be before from')
  return { from, to }
}

/** Undefined without a day. Throws 400 for several days or an invalid one. */
export function readDay(name: string, values: string[] = []): string | undefined {
  const [day] = values
  if (day === undefined) return undefined
  if (values.length > 1 || !isDay(day))
    throw new RequestError(400, `${name} must be one day, like 2026-11-21`)
  return day
}
