import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import postgres from 'postgres'
import { type CalendarEvent, eventTypes, neighborhoods, topics, venues } from '#domain/events/event.ts'
import { lastListedDay } from '#domain/events/when.ts'
import { toDay } from '#domain/pacific.ts'
// oxlint-disable-next-line no-restricted-imports -- a fixture, not site code
import { usualEvent } from '../../../api/tests/make-event.ts'
import { findSocket } from './database-proxy.ts'
import { messages } from './language.ts'
import { findSharedServer } from './shared-server.ts'
import { serveAsStaticHost } from './static-host.ts'

/** An event with a unique title. */
export function makeEvent(parts: Partial<CalendarEvent> = {}): CalendarEvent {
  const id = randomUUID()
  return {
    ...usualEvent,
    id,
    title: `founders breakfast ${id.slice(0, 8)}`,
    date: '2026-11-22T02:30:00.000Z',
    ...parts,
  }
}

/** Events so many hours apart, a fifth of them in the past. */
export function makeManyEvents(count: number, hoursApart: number): CalendarEvent[] {
  const pick = <Value>(values: readonly Value[], index: number) => values[index % values.length] as Value
  return Array.from({ length: count }, (_, index) =>
    makeEvent({
      title: `An event with a title of ordinary length, number ${index + 1}`,
      date: new Date(Date.now() + (index - count / 5) * hoursApart * 3_600_000).toISOString(),
      location: `${pick(venues, Math.floor(Math.sqrt(index)))}, ${pick(neighborhoods, index)}`,
      description: 'Some forty letters of ordinary writing.\n'.repeat(8),
      price: index % 3 === 0 ? null : '$20',
      url: index % 4 === 0 ? null : `https://example.org/events/${index}`,
      topics: index % 2 === 0 ? [pick(topics, index)] : [],
      types: index % 5 === 0 ? [pick(eventTypes, index)] : [],
    }),
  )
}

let years = 0

/** A year in which no other test has events, so that a test can count its own. Each worker has 100 years. */
export function pickYear(): number {
  years += 1
  return 2100 + Number(process.env['TEST_WORKER_INDEX']) * 100 + years
}

/** Inserts events into the database, by default the shared server's: no HTTP endpoint creates events. */
export async function storeEvents(
  events: CalendarEvent[],
  { address, dataFolder }: { address: string; dataFolder: string } = findSharedServer(),
): Promise<void> {
  const sql = postgres({
    path: await findSocket(dataFolder),
    username: 'postgres',
    database: 'founderlist',
    max: 1,
  })
  try {
    const rows = events.map(
      ({
        registrationType,
        end,
        allDay,
        status,
        formerDate,
        organizerUrl,
        recordingUrl,
        slidesUrl,
        updatedAt,
        venue: _,
        image: __,
        ...event
      }) => ({
        ...event,
        registration_type: registrationType,
        ends_at: end ?? null,
        all_day: allDay ?? false,
        status: status ?? 'scheduled',
        former_date: formerDate ?? null,
        organizer_url: organizerUrl ?? null,
        recording_url: recordingUrl ?? null,
        slides_url: slidesUrl ?? null,
        updated_at: updatedAt,
      }),
    )
    await sql`insert into events ${sql(rows)}`
  } finally {
    await sql.end()
  }
  const wanted = events.at(-1)?.id ?? ''
  const readAll = async () => (await fetch(`${address}/api/events`)).text()
  await expect.poll(readAll, { intervals: [10, 20, 50, 100] }).toContain(wanted)
}

/** Mocks the events API for a page: answers with these events, sorted and filtered as by the API. */
export async function mockEvents(page: Page, events: CalendarEvent[]): Promise<void> {
  await serveAsStaticHost(page)
  const sorted = events.toSorted((one, other) => (one.date < other.date ? -1 : 1))
  await page.route('/api/events*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '~']
    const json = sorted.filter((event) => from <= lastListedDay(event) && toDay(event.date) <= to)
    return route.fulfill({ json })
  })
}

/** Opens the page of an event that exists only in `mockEvents`. The server itself would answer 404. */
export async function openMockedEvent(page: Page, event: CalendarEvent): Promise<void> {
  await mockEvents(page, [event])
  await page.goto(`/event/${event.id}`)
}

/** The home page's calendar: a grid once its script has loaded. */
export function findCalendar(page: Page) {
  const region = page.getByRole('region', { name: messages().calendar.label, exact: true })
  return {
    region,
    month: region.getByRole('heading', { level: 2 }),
    grid: region.getByRole('grid'),
    today: region.locator('[aria-current=date]'),
    day: (name: string | RegExp) => region.getByRole('link', { name, exact: true }),
  }
}

/** The week strip of narrow screens: today and the next six days. */
export function findWeekStrip(page: Page) {
  return page.getByRole('navigation', { name: messages().calendar.week })
}

/** Stops the browser's clock at an instant, opens the home page and waits for its script. */
export async function openHomeAt(page: Page, instant: string): Promise<void> {
  await page.clock.setFixedTime(instant)
  await page.goto('/')
  await unfoldHome(page)
}

/** Opens the folds of the home page, and waits for today’s mark. */
export async function unfoldHome(page: Page): Promise<void> {
  await unfold(page)
  await findCalendar(page).today.waitFor()
}

/** The rendered rows of the events screen. */
export function findRows(page: Page) {
  return page.getByRole('main').locator('ul.events > li')
}

/** Opens the folds of a narrow screen; no effect on a wide one. Does not wait for a fold that a script removes. */
export async function unfold(page: Page): Promise<void> {
  const folds = page.locator('.narrow-fold:not([open]) > summary:visible')
  while ((await folds.count()) > 0)
    await folds.evaluateAll((all) => {
      for (const summary of all as HTMLElement[]) summary.click()
    })
}

/** The events screen's filters by their labels. */
export function findFilters(page: Page) {
  const { clear, names } = messages().events
  const select = (name: string) => page.getByRole('combobox', { name, exact: true })
  return {
    date: select(names.date),
    venue: select(names.venue),
    topic: select(names.topic),
    neighborhood: select(names.neighborhood),
    type: select(names.type),
    clear: page.getByRole('button', { name: clear }),
    count: page.getByRole('main').getByRole('status'),
  }
}
