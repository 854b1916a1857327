import { expect, it } from 'vitest'
import type { CalendarEvent } from '#domain/events/event.ts'
import { noEvents } from '#domain/events/event-days.ts'
import type { Listing } from '#domain/listings/listing.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import { scanElements } from '../html/scan-elements.ts'
import { readInlineHashes } from '../html/inline-hashes.ts'
import { checkout } from '../runtime/checkout.ts'
import { useSeededLake } from '../tests/content.ts'
import { plainEvent } from '../tests/make-event.ts'
import { hostileViews } from '../tests/page-views.ts'
import { ensureBundle } from './bundle.ts'

const readContent = useSeededLake()
const siteUrl = 'https://example.org'

const id = '6f1c2a53-5f5e-4c0e-9b43-0a5d6f1f8a11'
const event: CalendarEvent = {
  ...plainEvent,
  id,
  title: 'Founders </script> breakfast',
  date: '2026-11-21T17:00:00.000Z',
}
const listing: Listing = {
  category: 'jobs',
  subcategory: 'engineering',
  title: 'Founding engineer',
  description: 'Postgres.',
  contact: 'canary@example.org',
  location: 'NYC',
  createdAt: '2026-11-21T17:00:00.000Z',
  company: 'Example Inc',
}
const expiresAt = '2026-12-21T17:00:00.000Z'
const hidden: ReadonlyArray<[path: string, view: PageView]> = [
  [`/listing/${id}`, { page: 'listing', state: 'withheld', id }],
  [`/listing/${id}`, { page: 'listing', state: 'expired', id, expiredAt: expiresAt }],
  [`/listing/${id}`, { page: 'listing', state: 'missing' }],
  [`/event/${id}`, { page: 'event', state: 'missing' }],
  [`/event/${id}`, { page: 'event', state: 'away' }],
]

it(
  'writes JSON-LD for the records that a page shows, and none for hidden ones',
  { timeout: 120_000 },
  async () => {
    const bundle = await ensureBundle(checkout, () => {})
    const renderer = (await bundle.load()).createRenderer({ siteUrl, content: readContent() })
    const read = async (path: string, view?: PageView) => {
      const html = new TextDecoder().decode((await renderer.render(path, 'en', view)).body)
      const blocks = scanElements(html).filter(
        ({ name, attributes }) => name === 'script' && attributes.get('type') === 'application/ld+json',
      )
      const items = blocks.flatMap(({ text }) => {
        const { '@context': context, '@graph': graph } = JSON.parse(text)
        expect(context).toBe('https://schema.org')
        return graph as Array<Record<string, unknown>>
      })
      return { html, bytes: blocks.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0), items }
    }

    const home = await read('/')
    expect(home.items.map((item) => item['@type'])).toEqual(['Organization', 'WebSite'])
    expect(home.bytes).toBeLessThan(500)
    expect(home.html).toContain(`<meta property="og:image" content="${siteUrl}/card/home.png">`)
    expect(home.items[1]).toMatchObject({
      name: 'founderlist',
      potentialAction: { target: { urlTemplate: `${siteUrl}/?q={q}` } },
    })

    const shownEvent = await read(`/event/${id}`, {
      page: 'event',
      state: 'shown',
      event: { ...event, series: 'breakfast-3fa2c1' },
      others: noEvents,
      isPast: false,
      seriesName: 'Breakfasts',
    })
    expect(shownEvent.items).toMatchObject([
      {
        '@type': 'Event',
        name: event.title,
        startDate: '2026-11-21T09:00:00-08:00',
        url: `${siteUrl}/event/${id}`,
        superEvent: { name: 'Breakfasts' },
      },
      { '@type': 'BreadcrumbList', itemListElement: [{}, { name: 'events' }, { name: event.title }] },
    ])
    // JSON-LD is not executed, so the policy has no hash of it.
    const without = await read(`/event/${id}`, { page: 'event', state: 'missing' })
    expect(without.items).toEqual([])
    const withoutData = shownEvent.html.replaceAll(/<script type="application\/ld\+json">.*?<\/script>/gs, '')
    expect(withoutData.length).toBeLessThan(shownEvent.html.length)
    expect(readInlineHashes(shownEvent.html).scripts).toEqual(readInlineHashes(withoutData).scripts)

    const shown: PageView = {
      page: 'listing',
      state: 'shown',
      id,
      listing,
      expiresAt,
      more: [],
    }
    const job = await read(`/listing/${id}`, shown)
    expect(job.items).toMatchObject([
      { '@type': 'JobPosting', title: 'Founding engineer', validThrough: expiresAt },
      { '@type': 'BreadcrumbList' },
    ])
    expect(JSON.stringify(job.items)).not.toContain('canary')

    const category = await read('/category/jobs/design-ux', {
      page: 'category',
      state: 'shown',
      category: 'jobs',
      subcategory: 'design-ux',
      city: undefined,
      listings: [],
      isOlder: false,
      next: undefined,
    })
    expect(category.items).toMatchObject([
      { itemListElement: [{}, { name: 'jobs' }, { item: `${siteUrl}/category/jobs/design-ux` }] },
    ])

    for (const [path, view] of hidden) expect((await read(path, view)).items).toEqual([])
    for (const [path, view] of hostileViews) {
      for (const item of (await read(path, view)).items) expect(item['@type']).toMatch(/^[A-Z]\w+$/)
    }
  },
)
