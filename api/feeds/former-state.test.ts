import { expect, it } from 'vitest'
import type { CalendarEvent } from '#domain/events/event.ts'
import { createAnswerCache } from '../answers/answer-cache.ts'
import { createLogger } from '../runtime/log.ts'
import { plainEvent as event } from '../tests/make-event.ts'
import { feedRoutes } from './routes.ts'

it('sends the previous version of a calendar file that cannot be written, and logs why', async () => {
  const lines: string[] = []
  const answers = createAnswerCache()
  let shown: CalendarEvent = event
  const routes = feedRoutes({
    answers,
    calendar: { read: async () => ({ find: () => shown }) },
    logger: createLogger('error', { write: (line: string) => lines.push(line) }),
    siteUrl: 'https://site.test',
    trustedProxies: [],
  } as unknown as Parameters<typeof feedRoutes>[0])
  const url = `/event/${event.id}.ics`
  const read = async () => {
    const response = await routes.request(url, {}, { incoming: { url } })
    return [response.status, await response.text()]
  }
  const before = await read()
  expect(before).toEqual([200, expect.stringContaining('SUMMARY:Founders breakfast')])
  shown = { ...event, date: 'no date' }
  answers.invalidate([`event ${event.id}`])
  expect(await read()).toEqual(before)
  expect(lines).toEqual([expect.stringContaining('sending its previous version')])
  shown = { ...event, title: 'Founders dinner' }
  expect(await read()).toEqual([200, expect.stringContaining('SUMMARY:Founders dinner')])
})

it('writes an event with invalid URLs', async () => {
  const answers = createAnswerCache()
  const broken = { ...event, url: 'http://[', organizerUrl: 'https://%' }
  const routes = feedRoutes({
    answers,
    calendar: { read: async () => ({ find: () => broken }) },
    siteUrl: 'https://site.test',
    trustedProxies: [],
  } as unknown as Parameters<typeof feedRoutes>[0])
  const url = `/event/${event.id}.ics`
  const text = await (await routes.request(url, {}, { incoming: { url } })).text()
  expect(text).toContain(`URL:https://site.test/event/${event.id}`)
})
