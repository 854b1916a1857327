import { HtmlValidate } from 'html-validate'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { CalendarEvent } from '#domain/event.ts'
import { allEvents } from '#domain/event-filters.ts'
import type { Listing } from '#domain/listing.ts'
import type { FilledForm, PageView } from '#domain/page-view.ts'
import { useSeededLake } from '../tests/content.ts'
import { ensureBundle } from './bundle.ts'
import { pages } from './pages.ts'
import { readAssets, renderRelease } from './render.ts'
import { readAttribute, visitElements } from './visit-elements.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const readContent = useSeededLake()

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // A table that becomes cards on a phone loses its meaning to some screen readers unless the roles are spelt out.
    'no-redundant-role': 'off',
    // The calendar's month and its strip have one name: one of them is shown, by the width of the window.
    'unique-landmark': 'off',
    // Every script is of our own origin and of this very release.
    'require-sri': 'off',
  },
})

/** The text pages of the programme: they are read, and nothing in them moves. */
const textPages = ['about.html', 'mentors.html', 'sponsors.html', 'team.html', 'contact.html']

/** A fill with everything, of a text that would end what it stands in. */
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
}
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
const { description: _description, ...summary } = event
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
  typed: { ...listing, category: 'jobs', subcategory: 'design ux', token: hostile },
  faults: { title: hostile, contact: hostile },
  message: hostile,
}
const { id } = listing
/** Each page that is drawn with a record, by the path that is drawn. */
const views: ReadonlyArray<[path: string, view: PageView]> = [
  [
    '/',
    {
      page: 'home',
      city: 'NYC',
      today: '2026-11-30',
      month: '2026-11',
      day: '2026-11-29',
      days: { '2026-11-29': day, '2026-11-30': day },
      results: { text: hostile, answer: { listings: group, events: group } },
    },
  ],
  [
    '/',
    {
      page: 'home',
      city: undefined,
      today: '2026-11-30',
      month: '0001-01',
      day: '0001-01-01',
      days: undefined,
      fault: hostile,
      results: { text: hostile, answer: 'tooLong' },
    },
  ],
  [
    '/events/shell',
    {
      page: 'events',
      state: 'shown',
      day: '2026-11-30',
      dayCount: 60,
      filters: { ...allEvents, date: 'specific', topic: 'AI' },
      count: hostile,
      groups: [
        { label: hostile, ...rows },
        { label: undefined, ...rows },
      ],
      number: 2,
      previous: '/events/2026-11-30',
      next: '/events/2026-11-30?venue=Zo+House&page=3',
    },
  ],
  ['/events/shell', { page: 'events', state: 'away' }],
  ['/event/shell', { page: 'event', state: 'shown', event }],
  ['/listing/shell', { page: 'listing', state: 'shown', id, listing, isPosted: true }],
  ['/listing/shell', { page: 'listing', state: 'expired', id, expiredAt: event.date }],
  ['/listing/shell', { page: 'listing', state: 'missing' }],
  ['/listing/shell', { page: 'listing', state: 'form', id, form, hasFields: true }],
  ['/post', { page: 'post', city: 'NYC', form }],
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

it(
  'writes valid HTML for every page, and no script into a page that is only read',
  { timeout: 120_000 },
  async () => {
    const bundle = await ensureBundle(checkout, () => {})
    const settings = { siteUrl: 'https://example.org', content: readContent() }
    const loaded = await bundle.load()
    const { files } = await renderRelease(loaded, settings, await readAssets(bundle))
    for (const { file } of pages) {
      const html = files.get(file)?.toString() ?? ''
      const { results } = await validator.validateString(html)
      const faults = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, selector }) => `${file}: ${ruleId}: ${message} (${selector})`),
      )
      expect(faults).toEqual([])
    }
    const renderer = loaded.createRenderer(settings)
    for (const [path, view] of views) {
      const { body } = await renderer.render(path, 'en', view)
      const { results } = await validator.validateString(new TextDecoder().decode(body))
      expect(results.flatMap(({ messages }) => messages)).toEqual([])
    }
    const read = textPages.map((file) => files.get(file)?.toString() ?? '')
    expect(read.flatMap(listScripts)).toEqual([])
  },
)

it('would notice what is not valid', async () => {
  const { errorCount } = await validator.validateString(
    '<!doctype html><html lang="en"><head><title>x</title></head><body><p><div>x</div></p><img src="/a.png"></body></html>',
  )
  expect(errorCount).toBeGreaterThan(1)
})

/** Whatever a browser would load or run as a script. */
function listScripts(html: string): string[] {
  const scripts: string[] = []
  visitElements(html, (element) => {
    const isPreload = /script|modulepreload/.test(
      `${readAttribute(element, 'rel')} ${readAttribute(element, 'as')}`,
    )
    if (element.nodeName === 'script' || element.nodeName === 'astro-island' || isPreload) {
      scripts.push(element.nodeName)
    }
  })
  return scripts
}
