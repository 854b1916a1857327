import type { Page } from '@playwright/test'
import type { CalendarEvent } from '#domain/events/event.ts'
import { mockEvents, findCalendar, makeEvent, openHomeAt, openMockedEvent } from './events.ts'
import { messages } from './language.ts'
import type { Screen } from './screens.ts'
import { serveAsStaticHost } from './static-host.ts'

const noon = '2026-11-21T20:00:00Z'

/** An ordinary month, and one event with content that is hard to fit. */
function makeMonth(): CalendarEvent[] {
  const titles = ['Founders breakfast', 'Pitch night at the tower', 'Hardware meetup', 'Robots and ramen']
  const events = Array.from({ length: 24 }, (_, index) =>
    makeEvent({
      title: titles[index % titles.length] ?? '',
      date: new Date(Date.parse(noon) + (index * 26 - 240) * 3_600_000).toISOString(),
      location: ['SHACK15, Embarcadero', 'Frontier Tower, SOMA', 'Zo House, Alamo Square'][index % 3] ?? '',
      price: index % 3 === 0 ? null : '$20',
      url: index % 4 === 0 ? null : 'https://example.org/event',
      topics: [[], ['AI', 'Deep Tech'], ['Gaming']][index % 3] ?? [],
      types: index % 2 === 0 ? [] : ['Breakfast, Brunch or Lunch'],
    }),
  )
  const today = [18, 19, 20, 21].map((hour) =>
    makeEvent({ title: `Open desk until ${hour - 6}`, date: `2026-11-21T${hour}:30:00Z` }),
  )
  return [...events, ...today, makeLongEvent()]
}

function makeLongEvent(): CalendarEvent {
  return makeEvent({
    title: `A very long title ${'x'.repeat(120)}`,
    date: '2026-11-22T21:00:00Z',
    end: '2026-11-25T01:00:00Z',
    venue: {
      name: 'SHACK15',
      address: '1 Ferry Building, Suite 201, San Francisco, CA 94111',
      coordinates: { latitude: 37.7955, longitude: -122.3937 },
      url: 'https://example.org/shack15',
    },
    // Any existing picture.
    image: { url: '/icon-512.png', srcSet: '/icon-512.png 512w', alt: 'The mark', width: 512, height: 512 },
    organizers: 'one organizer, and another, '.repeat(8),
    location: `${'y'.repeat(90)} دار المؤسسين`,
    topics: ['AI', 'International / Expansion', 'Fundraising / Investing', 'Media / Entertainment'],
    types: ['Match making e.g. co-founder speed dating', 'Roundtable / Workshop'],
    description: `Bring a laptop.\n\n${'We talk about what we shipped this week. '.repeat(20)}\n\n${'z'.repeat(200)}`,
  })
}

async function openList(page: Page, path: string): Promise<void> {
  await page.clock.setFixedTime(noon)
  await mockEvents(page, makeMonth())
  await page.goto(path)
  await page.getByRole('main').getByRole('status').filter({ hasText: /\d/ }).waitFor()
}

const missingEvent = '/event/00000000-0000-4000-8000-000000000000'

async function openWhileLoading(page: Page, path: string, text: string): Promise<void> {
  await serveAsStaticHost(page)
  await page.route('/api/events', () => {})
  await page.goto(path)
  await page.getByRole('main').getByText(text).waitFor()
}

async function openWithoutEvents(page: Page, path: string): Promise<void> {
  await serveAsStaticHost(page)
  await page.route('/api/events*', (route) => route.fulfill({ status: 503, body: 'try again in a moment' }))
  await page.goto(path)
  await page.getByRole('alert').waitFor()
}

/** The event screens in every state that looks different, mostly with mocked answers and a fixed clock. */
export const eventScreens: readonly Screen[] = [
  {
    name: 'home with events',
    open: async (page) => {
      await mockEvents(page, makeMonth())
      await openHomeAt(page, noon)
      await page
        .getByRole('link', { name: /^\+\d+ / })
        .first()
        .waitFor()
    },
  },
  {
    name: 'home with a day’s first events',
    open: async (page) => {
      await mockEvents(page, makeMonth())
      await openHomeAt(page, noon)
      await page
        .getByRole('link', { name: /^\+\d+ / })
        .first()
        .waitFor()
      await page.keyboard.press('Tab')
      await findCalendar(page).today.focus()
      await page.getByRole('tooltip').waitFor()
    },
  },
  {
    name: 'home without events',
    isSparse: true,
    failedLoads: [503],
    open: async (page) => {
      await serveAsStaticHost(page)
      await page.route('/api/events*', (route) =>
        route.fulfill({ status: 503, body: 'try again in a moment' }),
      )
      await openHomeAt(page, noon)
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'events', open: (page) => openList(page, '/events') },
  {
    name: 'events with the filters unfolded',
    open: async (page) => {
      await openList(page, '/events')
      // The summary to click is visible on narrow screens only.
      await page.locator('.filters details').evaluate((fold: HTMLDetailsElement) => void (fold.open = true))
    },
  },
  {
    name: 'events with the code for other sites',
    open: async (page) => {
      await openList(page, '/events?neighborhood=Downtown+(SF)')
      await page.getByText(messages().events.embed, { exact: true }).click()
      await page.getByRole('textbox', { name: messages().events.embedCode }).waitFor()
    },
  },
  {
    name: 'events narrowed',
    isSparse: true,
    open: (page) => openList(page, '/events?venue=SHACK15&date=month'),
  },
  {
    name: 'events of a topic and a type',
    isSparse: true,
    open: (page) => openList(page, '/events?topic=AI&type=Dinner'),
  },
  { name: 'events of a day', open: (page) => openList(page, '/events/2026-11-21') },
  { name: 'events of an empty day', isSparse: true, open: (page) => openList(page, '/events/2026-01-01') },
  {
    name: 'events loading',
    isSparse: true,
    open: (page) => openWhileLoading(page, '/events', messages().events.loading),
  },
  {
    name: 'events with an error',
    isSparse: true,
    failedLoads: [503],
    open: (page) => openWithoutEvents(page, '/events'),
  },
  {
    name: 'event',
    open: async (page) => {
      await openMockedEvent(page, makeLongEvent())
      await page.getByRole('heading', { name: 'A very long title' }).waitFor()
    },
  },
  {
    name: 'event loading',
    isSparse: true,
    failedLoads: [404],
    open: (page) => openWhileLoading(page, missingEvent, messages().event.loading),
  },
  {
    name: 'event with an error',
    isSparse: true,
    failedLoads: [404, 503],
    open: (page) => openWithoutEvents(page, missingEvent),
  },
  {
    name: 'event not found',
    isSparse: true,
    failedLoads: [404],
    open: async (page) => {
      await page.goto(missingEvent)
      await page.getByRole('heading', { name: messages().event.notFound }).waitFor()
    },
  },
]
