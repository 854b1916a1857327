import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { answerJson } from '../answers/answer-kept.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { parseWindow } from '../http/event-window.ts'
import { refuseMethod } from '../http/refuse-method.ts'

/** Without `?from=&to=` all events (spec, section 7), with it those of some days, without descriptions. */
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
  routes.all('/', refuseMethod('GET'))

  return routes
}
