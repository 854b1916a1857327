import { expect, it } from 'vitest'
import { plainEvent } from '../../tests/make-event.ts'
import { calendarForms, googleSubscription, webcalLink } from './calendar-links.ts'
import type { CalendarEvent } from './event.ts'

type LinkTo = (typeof calendarForms)[number]['toLink']

const event: CalendarEvent = {
  ...plainEvent,
  title: 'Q&A #1',
  date: '2026-12-01T02:30:00.000Z',
  end: '2026-12-01T04:00:00.000Z',
  address: '1 Ferry Building',
  description: 'x'.repeat(5_000),
}
const [googleLink, outlookLink] = ['Google', 'Outlook'].map((name) => {
  const form = calendarForms.find((each) => each.name === name)
  if (!form) throw new Error(name)
  return form.toLink
}) as [LinkTo, LinkTo]
const page = 'https://site.test/event/1'
const read = (link: string) => Object.fromEntries(new URL(link).searchParams)

it('fills in the forms of Google and Outlook', () => {
  expect(read(googleLink(event, page))).toMatchObject({
    text: 'Q&A #1',
    dates: '20261201T023000Z/20261201T040000Z',
    location: 'SHACK15, 1 Ferry Building',
  })
  expect(read(outlookLink(event, page))).toMatchObject({
    subject: 'Q&A #1',
    startdt: '2026-12-01T02:30:00.000Z',
    enddt: '2026-12-01T04:00:00.000Z',
  })
  for (const link of [googleLink(event, page), outlookLink(event, page)]) {
    expect(link.length).toBeLessThan(2_000)
    expect(link).toContain(encodeURIComponent(page))
  }
})

it('gives all-day events as Pacific dates with an exclusive end', () => {
  const days: CalendarEvent = { ...event, allDay: true, end: '2026-12-02T04:00:00.000Z' }
  expect(read(googleLink(days, page))['dates']).toBe('20261130/20261202')
  expect(read(outlookLink(days, page))).toMatchObject({
    startdt: '2026-11-30',
    enddt: '2026-12-02',
    allday: 'true',
  })
})

it('assumes one hour if the end is unknown', () => {
  const { end: _, ...open } = event
  expect(read(googleLink(open, page))['dates']).toBe('20261201T023000Z/20261201T033000Z')
})

it('links to a subscription of a calendar file', () => {
  const file = 'https://site.test/events.ics?venue=Zo+House'
  expect(webcalLink(file)).toBe('webcal://site.test/events.ics?venue=Zo+House')
  expect(read(googleSubscription(file))['cid']).toBe(webcalLink(file))
})
