import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import postgres from 'postgres'
import type { CalendarEvent } from '#domain/events/event.ts'
import { lastListedDay } from '#domain/events/when.ts'
import { toDay } from '#domain/pacific.ts'
import { findSocket } from './database-cable.ts'
import { messages } from './language.ts'
import { findSharedServer } from './shared-server.ts'
import { sendUnfilled } from './unfilled.ts'

/** An event with every part, its title told from all others. */
export function makeEvent(parts: Partial<CalendarEvent> = {}): CalendarEvent {
  const id = randomUUID()
  return {
    id,
    title: `founders breakfast ${id.slice(0, 8)}`,
    date: '2026-11-22T02:30:00.000Z',
    organizers: 'the founders community',
    location: 'SHACK15, Embarcadero',
    description: 'Coffee.\nNo pitches.',
    url: 'https://example.org/breakfast',
    price: 'free',
    registrationType: 'open',
    topics: [],
    types: [],
    updatedAt: '2026-11-20T12:00:00.000Z',
    ...parts,
  }
}

let years = 0

/** A year that no other test has events in, so that counts are a test's own. Each worker has a hundred of them. */
export function pickYear(): number {
  years += 1
  return 2100 + Number(process.env['TEST_WORKER_INDEX']) * 100 + years
}

/** The same, long ago. */
export function pickPastYear(): number {
  return pickYear() - 1_000
}

/** Nothing posts an event over HTTP: puts them into the database, of the shared server unless another is named. */
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

/** Answers a page's reads with these events, made up and by time, as the API would. */
export async function answerEvents(page: Page, events: CalendarEvent[]): Promise<void> {
  await sendUnfilled(page)
  const sorted = events.toSorted((one, other) => (one.date < other.date ? -1 : 1))
  await page.route('/api/events*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '~']
    const json = sorted.filter((event) => from <= lastListedDay(event) && toDay(event.date) <= to)
    return route.fulfill({ json })
  })
}

/** Opens the page of an event that only `answerEvents` knows: the server, which does not, would say 404. */
export async function openMadeUpEvent(page: Page, event: CalendarEvent): Promise<void> {
  await answerEvents(page, [event])
  await page.goto(`/event/${event.id}`)
}

/** The home page's calendar: a grid once its script has arrived. */
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

/** Today and the six days after it, on a narrow screen. */
export function findStrip(page: Page) {
  return page.getByRole('navigation', { name: messages().calendar.week })
}

/** Opens the home page at an instant of the browser's clock, which then stands still, and waits for its script. */
export async function openHomeAt(page: Page, instant: string): Promise<void> {
  await page.clock.setFixedTime(instant)
  await page.goto('/')
  await expect(findCalendar(page).today).toBeVisible()
}

/** The rows of the events screen that are in the page. */
export function findRows(page: Page) {
  return page.getByRole('main').locator('ul.events > li')
}

/** Opens what is folded on a narrow screen only, where it is. */
export async function unfold(page: Page): Promise<void> {
  const summary = page.locator('.narrow-fold > summary')
  if (await summary.isVisible()) await summary.click()
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
