import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { isDay } from '#domain/pacific.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { answerJson } from '../answers/answer-cached.ts'
import { RequestError } from '../errors.ts'
import type { Calendar } from './calendar.ts'

/** Without `?from=&to=`: all events (spec, section 7). With it: the events of those Pacific days, without descriptions. */
export function eventRoutes(calendar: Calendar, answers: AnswerCache) {
  const routes = new Hono<{ Bindings: HttpBindings }>()

  routes.get('/', async (c) => {
    const [from, to] = ['from', 'to'].map((name) => readDay(name, c.req.queries(name)))
    if (from !== undefined && to !== undefined && to < from)
      throw new RequestError(400, 'to must not be before from')
    const isWhole = from === undefined && to === undefined
    return answerJson(c, answers, async () => {
      const snapshot = await calendar.read()
      const value = isWhole ? snapshot.listEvents() : snapshot.listSummaries(from, to)
      return { value, sources: ['events'] }
    })
  })

  return routes
}

/** Undefined without a day. Throws 400 for several days or an invalid one. */
export function readDay(name: string, values: string[] = []): string | undefined {
  const [day] = values
  if (day === undefined) return undefined
  if (values.length > 1 || !isDay(day))
    throw new RequestError(400, `${name} must be one day, like 2026-11-21`)
  return day
}
