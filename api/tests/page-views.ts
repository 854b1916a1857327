import { allEvents } from '#domain/events/event-filters.ts'
import type { CalendarEvent } from '#domain/events/event.ts'
import type { Listing, ManagedListing } from '#domain/listings/listing.ts'
import type { FilledForm, PageView } from '#domain/pages/page-view.ts'

/** A text that would break out of any HTML context if it were not escaped. */
const hostile = `</title></script><p> " ' & \u2028 \u202e`
const event: CalendarEvent = {
  id: '6f1c2a53-5f5e-4c0e-9b43-0a5d6f1f8a11',
  title: hostile,
  date: '2026-12-01T02:00:00.000Z',
  organizers: hostile,
  location: hostile,
  price: hostile,
  registrationType: hostile,
  description: hostile,
  url: 'https://example.org/?a="b"&c=<d>',
  topics: [],
  types: [],
  end: '2026-12-03T02:00:00.000Z',
  venue: {
    name: hostile,
    address: hostile,
    coordinates: { latitude: 37.7955, longitude: -122.3937 },
    url: 'https://example.org/?a="b"&c=<d>',
  },
  image: {
    url: '/images/image-abc-10x10-png/full-10.webp',
    srcSet: '/images/image-abc-10x10-png/full-10.webp 10w',
    alt: hostile,
    width: 10,
    height: 10,
  },
  updatedAt: '2026-11-20T12:00:00.000Z',
}
const flash = { did: 'posted', token: 'a'.repeat(43) } as const
const listing: Listing & { id: string } = {
  id: event.id,
  category: hostile,
  subcategory: hostile,
  title: hostile,
  description: hostile,
  contact: hostile,
  location: 'SF',
  createdAt: event.date,
}
const { description: _description, ...summary } = { ...event, day: '2026-11-30' }
const rows = { upcoming: [summary], past: [{ ...summary, id: 'other' }] }
const day = { count: 5, first: [event, event, event] }
const result = {
  id: event.id,
  title: hostile,
  date: event.date,
  location: hostile,
  path: `/event/${event.id}`,
}
const group = { results: [result, { ...result, path: `/listing/${event.id}` }], hasMore: true }

const form: FilledForm = {
  typed: { ...listing, contact: hostile, category: 'jobs', subcategory: 'design ux', token: hostile },
  faults: { title: hostile, contact: hostile },
  message: hostile,
}
const suggestion = { typed: { title: hostile, address: hostile }, faults: { end: hostile }, message: hostile }
const { id } = listing
const ownListing: ManagedListing = {
  ...listing,
  contact: hostile,
  expiresAt: event.date,
  withheld: {
    state: 'held',
    by: 'filter',
    reason: null,
    withheldAt: event.date,
    showAt: event.date,
    dispute: hostile,
  },
}
/** Every page that is rendered with a record, filled with hostile texts, and the path that is rendered. */
export const hostileViews: ReadonlyArray<[path: string, view: PageView]> = [
  [
    '/',
    {
      page: 'home',
      city: 'NYC',
      today: '2026-11-30',
      month: '2026-11',
      days: { '2026-11-29': day, '2026-11-30': day },
      board: { counts: {}, newest: { SF: [listing], NYC: [listing] } },
      later: day,
      studioAddress: 'http://localhost:3333',
      results: { text: hostile, answer: { listings: group, events: group } },
    },
  ],
  [
    '/',
    {
      page: 'home',
      city: undefined,
      today: '2026-11-30',
      month: '1900-01',
      days: undefined,
      board: undefined,
      later: undefined,
      fault: hostile,
      results: { text: hostile, answer: 'tooLong' },
    },
  ],
  [
    '/events/shell',
    {
      page: 'events',
      months: [],
      state: 'shown',
      day: '2026-11-30',
      dayCount: 60,
      filters: { ...allEvents, date: 'specific', topic: 'AI' },
      count: hostile,
      today: '2026-11-30',
      around: { before: '2026-11-29', after: { day: '2026-12-01', ...day } },
      groups: [
        { label: hostile, ...rows },
        { label: undefined, ...rows },
      ],
      number: 2,
      embedSites: ['https://name.example'],
      previous: '/events/2026-11-30',
      next: '/events/2026-11-30?venue=Zo+House&page=3',
    },
  ],
  ['/events/shell', { page: 'events', state: 'away' }],
  [
    '/embed/events',
    {
      page: 'embed',
      state: 'shown',
      theme: 'dark',
      calendar: '/events?venue=Zo+House',
      count: hostile,
      today: '2026-11-30',
      groups: [
        { label: hostile, upcoming: [summary], past: [] },
        { label: undefined, upcoming: [summary], past: [] },
      ],
    },
  ],
  ['/embed/events', { page: 'embed', state: 'away', theme: undefined, calendar: '/events' }],
  ['/event/shell', { page: 'event', state: 'shown', event, others: day, isPast: true }],
  [
    '/listing/shell',
    { page: 'listing', state: 'shown', id, listing, expiresAt: null, more: [listing], flash },
  ],
  ['/listing/shell', { page: 'listing', state: 'withheld', id }],
  ['/listing/shell', { page: 'listing', state: 'withheld', id, own: { flash, listing: ownListing } }],
  [
    '/listing/shell',
    {
      page: 'listing',
      state: 'shown',
      id,
      listing: { ...listing, contact: null },
      expiresAt: null,
      more: [],
    },
  ],
  ['/listing/shell', { page: 'listing', state: 'expired', id, expiredAt: event.date }],
  ['/listing/shell', { page: 'listing', state: 'missing' }],
  ['/listing/shell', { page: 'listing', state: 'form', id, form, hasFields: true }],
  ['/post', { page: 'post', city: 'NYC', form }],
  ['/events/suggest', { page: 'suggest', state: 'form', form: suggestion }],
  [
    '/events/suggest',
    {
      page: 'suggest',
      state: 'form',
      form: { typed: { address: hostile }, faults: {} },
      found: ['/', undefined].map((known) => ({ typed: suggestion.typed, when: `${known}`, known })),
    },
  ],
  ['/events/suggest', { page: 'suggest', state: 'shown', id, fate: 'taken', title: hostile }],
  ['/category/shell/shell', { page: 'category', state: 'away' }],
  [
    '/category/shell/shell',
    {
      page: 'category',
      state: 'shown',
      category: hostile,
      subcategory: hostile,
      city: 'NYC',
      listings: [listing],
      isOlder: true,
      next: '/category/x?before=1',
    },
  ],
]
