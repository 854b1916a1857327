import { expect, it } from 'vitest'
import { allEvents } from '#domain/events/event-filters.ts'
import type { EventListView, HomeView } from '#domain/pages/page-view.ts'
import { describeEvents, describeHome } from './describe-page.ts'

const home: HomeView = {
  city: undefined,
  today: '2026-11-21',
  month: '2026-11',
  days: {},
  board: undefined,
  later: undefined,
}

it.each<[Partial<HomeView>, title: string]>([
  [{ city: 'NYC' }, 'New York City'],
  [{ month: '2026-12' }, 'San Francisco'],
  [{ results: { text: 'sofa', answer: 'away' } }, 'results for “sofa”'],
])('hides the home page with %j, but not the plain one, from search engines', (changed, title) => {
  expect(describeHome('about', home)).toMatchObject({
    title: 'San Francisco',
    description: 'about',
    isHidden: false,
  })
  expect(describeHome('about', { ...home, ...changed })).toMatchObject({ title, isHidden: true })
})

const events: Extract<EventListView, { state: 'shown' }> = {
  months: [],
  state: 'shown',
  day: '2026-11-21',
  dayCount: 2,
  filters: allEvents,
  count: '',
  groups: [],
  today: '2026-11-21',
  around: undefined,
  number: 1,
  previous: undefined,
  next: undefined,
}

it('describes a day by its date and its number of events', () => {
  expect(describeEvents(events)).toEqual({
    title: 'Events for November 21, 2026',
    description: '2 events for startup founders in San Francisco on November 21, 2026.',
    path: '/events/2026-11-21',
    card: '/card/events.png',
    isHidden: false,
    alternates: [
      { type: 'text/calendar', title: 'Events for November 21, 2026', href: '/events/2026-11-21.ics' },
    ],
  })
  expect(describeEvents({ ...events, dayCount: 1 }).description).toMatch(/^1 event for/)
})

it('links to the feeds of what the page shows', () => {
  const listed = { ...events, day: undefined, filters: { ...allEvents, venue: 'Zo House' } }
  expect(describeEvents(listed).alternates?.map(({ href }) => href)).toEqual([
    '/events.ics?venue=Zo+House',
    '/events/feed.xml?venue=Zo+House',
    '/events/feed.atom?venue=Zo+House',
    '/events/feed.json?venue=Zo+House',
  ])
  expect(describeEvents(listed).alternates?.[1]?.title).toBe('SF Tech Week - Events Calendar: Zo House (RSS)')
  const found = describeHome('about', { ...home, city: 'NYC', results: { text: 'a sofa', answer: 'away' } })
  expect(found.alternates?.map(({ href }) => href)).toContain('/search.xml?q=a+sofa&city=NYC')
  expect(describeHome('about', home).alternates?.map(({ href }) => href)).toContain('/events/feed.xml')
})

it('hides empty days, later pages and unreadable lists from search engines', () => {
  expect(describeEvents({ ...events, dayCount: 0 }).isHidden).toBe(true)
  expect(describeEvents({ ...events, number: 2 }).isHidden).toBe(true)
  expect(describeEvents({ state: 'away' }).isHidden).toBe(true)
  expect(describeEvents({ ...events, day: undefined, dayCount: undefined })).toMatchObject({
    path: '/events',
    isHidden: false,
  })
})
