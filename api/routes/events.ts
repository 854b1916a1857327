import { Hono } from 'hono'
import type { Calendar } from '../calendar/calendar.ts'
import { parseWindow } from '../http/event-window.ts'
import { answerPrepared } from '../http/prepared-answer.ts'
import { refuseMethod } from '../http/refuse-method.ts'

/** `/api/events`: every event (spec, section 7), or with `?from=&to=` those of some days, without descriptions. */
export function eventRoutes(calendar: Calendar) {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const window = parseWindow(c.req.queries())
    const isWhole = window.from === undefined && window.to === undefined
    const snapshot = await calendar.read()
    return answerPrepared(c, isWhole ? snapshot.whole : await snapshot.answer(window))
  })
  routes.all('/', refuseMethod('GET'))

  return routes
}
