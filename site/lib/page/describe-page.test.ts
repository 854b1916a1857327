import { expect, it } from 'vitest'
import { noEvents } from '#domain/events/event-days.ts'
import type { CalendarEvent } from '#domain/events/event.ts'
import type { Listing } from '#domain/listings/listing.ts'
import type { CategoryView } from '#domain/pages/page-view.ts'
import { describeCategory, describeEvent, describeListing } from './describe-page.ts'

const listing: Listing & { contact: string } = {
  category: 'housing',
  subcategory: 'rooms shared',
  title: 'Room in the Mission',
  description: 'A quiet room.\nNear the park.',
  contact: 'canary@example.org',
  location: 'SF',
  createdAt: '2026-11-21T17:00:00Z',
}

it('describes a listing by its text, at its canonical path', () => {
  expect(describeListing({ state: 'shown', id: 'ABC', listing, expiresAt: null, more: [] })).toEqual({
    title: 'Room in the Mission',
    description: 'A quiet room. Near the park.',
    path: '/listing/abc',
    card: '/card/listing/abc.png',
  })
})

it('cuts a long description at a word', () => {
  const long = { ...listing, description: 'plain words\n'.repeat(100) }
  const { description } = describeListing({
    state: 'shown',
    id: 'a',
    listing: long,
    expiresAt: null,
    more: [],
  })
  expect(description).toMatch(/^(plain words )+plain…$/)
  expect(description.length).toBeGreaterThan(180)
  expect(description.length).toBeLessThanOrEqual(201)
})

it.each([
  [{ state: 'missing' }, 'listing not found'],
  [{ state: 'withheld', id: 'a' }, 'this listing is hidden while we review it'],
  [{ state: 'expired', id: 'a', expiredAt: '2026-11-21T17:00:00Z' }, 'this listing has expired'],
  [{ state: 'form', id: 'a', form: { typed: listing, faults: {} }, hasFields: true }, 'your listing'],
  [{ state: 'away' }, 'listing'],
] as const)('hides a listing that is not shown, and its text: %j', (view, title) => {
  const described = describeListing(view)
  expect(described).toMatchObject({ title, isHidden: true })
  expect([described.path, JSON.stringify(described)]).toEqual([
    undefined,
    expect.not.stringMatching(/canary|quiet/),
  ])
})

const category = (view: Partial<CategoryView>): CategoryView => ({
  state: 'shown',
  category: 'community',
  subcategory: undefined,
  city: undefined,
  listings: [],
  isOlder: false,
  next: undefined,
  ...(view as object),
})

it.each([
  ['community', 'XR-VR-AR-MR', 'XR VR AR MR', 'community > XR/VR/AR/MR', '/category/community/XR-VR-AR-MR'],
  ['COMMUNITY', 'xr-vr-ar-mr', 'xr vr ar mr', 'community > XR/VR/AR/MR', '/category/community/XR-VR-AR-MR'],
  ['chat groups', undefined, 'chat groups', 'chat groups', '/category/chat-groups'],
])(
  'describes %s, %s by its heading, at its canonical path, for any city',
  (name, subcategory, title, names, path) => {
    expect(describeCategory(category({ category: name, subcategory, city: 'NYC' }))).toMatchObject({
      title,
      description: `Listings in ${names} for startup founders in San Francisco and New York, newest first.`,
      path,
      alternates: [{ href: `${path}/feed.xml?city=NYC` }, {}, {}],
    })
  },
)

it('hides older pages of a category, and names that only listings use', () => {
  expect(describeCategory(category({ isOlder: true }))).toMatchObject({ title: 'community', isHidden: true })
  for (const view of [category({ category: 'win-a-prize' }), category({ subcategory: 'win-a-prize' })]) {
    const described = describeCategory(view)
    expect(described).toMatchObject({ title: 'listings', isHidden: true })
    expect([described.path, JSON.stringify(described)]).toEqual([
      undefined,
      expect.not.stringMatching(/prize/),
    ])
  }
})

it('describes an event by time, place and text, each isolated in its writing direction', () => {
  const event: CalendarEvent = {
    id: 'a',
    title: 'ערב',
    date: '2026-11-21T17:00:00Z',
    organizers: 'x',
    location: 'דרום \u202e',
    price: null,
    registrationType: null,
    description: '\u2067x',
    url: null,
    topics: [],
    types: [],
    updatedAt: '2026-11-20T12:00:00.000Z',
  }
  expect(describeEvent({ state: 'shown', event, others: noEvents, isPast: false }).description).toBe(
    'Saturday, November 21, 2026 at 9:00 AM PST · \u2068דרום\u2069 · x',
  )
  const cancelled = { ...event, title: 'A fair', allDay: true, status: 'cancelled' } as const
  expect(describeEvent({ state: 'shown', event: cancelled, others: noEvents, isPast: false })).toMatchObject({
    title: 'Cancelled: A fair',
    description: expect.stringMatching(/^Saturday, November 21, 2026 · /),
  })
})
