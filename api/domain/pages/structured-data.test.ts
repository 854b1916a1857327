import Validator from '@adobe/structured-data-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usualEvent as event } from '../../tests/make-event.ts'
import type { CalendarEvent } from '../events/event.ts'
import type { Listing } from '../listings/listing.ts'
import {
  type DataItem,
  toEventBreadcrumbs,
  toEventData,
  toJobData,
  toListingBreadcrumbs,
  toPlaceBreadcrumbs,
  toProgrammeData,
  toSiteData,
  writeData,
} from './structured-data.ts'

const site = 'https://example.org'
const job: Listing = {
  category: 'jobs',
  subcategory: 'engineering',
  title: 'Founding engineer',
  description: 'Postgres & <b>more</b>.\nIn the Mission.',
  contact: 'canary@example.org',
  location: 'SF',
  createdAt: '2026-11-21T17:00:00.000Z',
  company: 'Example Inc',
}
const id = 'ABCDEF01-5f5e-4c0e-9b43-0a5d6f1f8a11'
const expiresAt = '2026-12-21T17:00:00.000Z'
const eventData = (fields: Partial<CalendarEvent>) => toEventData({ ...event, ...fields }, site)
const jobData = (fields: Partial<Listing>, until: string | null = expiresAt) =>
  toJobData(id, { ...job, ...fields }, until, site)

/** The errors that Google would report. */
async function listFaults(...items: Array<DataItem | undefined>): Promise<string[]> {
  const jsonld = Object.fromEntries(items.map((item) => [item?.['@type'], [item]]))
  const faults = await new Validator().validate({ jsonld, microdata: {}, rdfa: {} })
  return faults.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage)
}

it('the programme has the dates that are known', () => {
  const dataOf = (dates: object) => toProgrammeData({ name: 'F', description: 'D', months: 4, dates }, site)
  expect(dataOf({})).toEqual({
    '@type': 'EducationalOccupationalProgram',
    name: 'F',
    description: 'D',
    url: `${site}/apply`,
    provider: { '@type': 'Organization', name: 'F', url: `${site}/` },
    timeToComplete: 'P4M',
  })
  const named = { applicationStartDate: 'a', applicationDeadline: 'b', startDate: 'c', endDate: 'd' }
  expect(dataOf({ opens: 'a', closes: 'b', start: 'c', end: 'd' })).toEqual({ ...dataOf({}), ...named })
})

describe('an event', () => {
  it('has the properties that Google asks for, in Pacific time', () => {
    expect(eventData({})).toEqual({
      '@type': 'Event',
      '@id': `${site}/event/${event.id}`,
      url: `${site}/event/${event.id}`,
      name: 'Founders breakfast',
      image: [`${site}/card/event/${event.id}.png`],
      description: 'Coffee. No pitches.',
      startDate: '2026-11-21T09:00:00-08:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: {
        '@type': 'Place',
        name: 'SHACK15, Embarcadero',
        address: { '@type': 'PostalAddress', streetAddress: 'SHACK15, Embarcadero' },
      },
      organizer: { '@type': 'Organization', name: 'the founders community' },
      offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD', url: 'https://example.org/breakfast' },
    })
  })

  it.each([
    [{ status: 'cancelled' }, 'EventCancelled'],
    [{ status: 'postponed' }, 'EventPostponed'],
    [{ status: 'rescheduled' }, 'EventRescheduled'],
    [{ status: 'online' }, 'EventMovedOnline'],
  ] as const)('%j is %s', (fields, status) => {
    expect(eventData(fields)['eventStatus']).toBe(`https://schema.org/${status}`)
  })

  it('has its previous date only if it is rescheduled', () => {
    const formerDate = '2026-10-31T17:00:00.000Z'
    expect(eventData({ status: 'rescheduled', formerDate })['previousStartDate']).toBe(
      '2026-10-31T10:00:00-07:00',
    )
    expect(eventData({ status: 'postponed', formerDate })).not.toHaveProperty('previousStartDate')
  })

  it('has a virtual location once it is moved online', () => {
    const moved = eventData({ status: 'online' })
    expect(moved['location']).toEqual({ '@type': 'VirtualLocation', url: 'https://example.org/breakfast' })
    expect(moved['eventAttendanceMode']).toBe('https://schema.org/OnlineEventAttendanceMode')
    expect(eventData({ status: 'online', url: null })['location']).toMatchObject({
      url: `${site}/event/${event.id}`,
    })
  })

  it('has dates instead of times if it is all-day', () => {
    const end = '2026-11-23T08:00:00.000Z'
    expect(eventData({ allDay: true, end })).toMatchObject({ startDate: '2026-11-21', endDate: '2026-11-23' })
  })

  it('has its end, address, organizer’s page, language and series if they are known', () => {
    const data = eventData({
      end: '2026-11-21T19:00:00.000Z',
      address: '1 Ferry Building, San Francisco',
      organizerUrl: 'https://example.org/us',
      language: 'es',
      series: 'founders breakfast/1',
      recordingUrl: 'https://example.org/video',
    })
    expect(data).toMatchObject({
      endDate: '2026-11-21T11:00:00-08:00',
      location: { address: { streetAddress: '1 Ferry Building, San Francisco' } },
      organizer: { url: 'https://example.org/us' },
      inLanguage: 'es',
      recordedIn: { url: 'https://example.org/video' },
      superEvent: {
        '@type': 'EventSeries',
        '@id': `${site}/series/founders%20breakfast%2F1.ics`,
        name: 'Founders breakfast',
      },
    })
  })

  it('has the name of its series, which may differ from its title', () => {
    const data = toEventData({ ...event, series: 'breakfast-3fa2c1' }, site, 'Breakfasts')
    expect(data).toMatchObject({ name: 'Founders breakfast', superEvent: { name: 'Breakfasts' } })
  })

  it.each([
    ['Free', 0],
    ['$20', 20],
    ['20.50', 20.5],
    ['1,200 USD', 1200],
    ['12,345.678', undefined],
    ['$10-25', undefined],
    ['$25 at the door', undefined],
    ['20 €', undefined],
    ['from $20', undefined],
    [null, undefined],
  ])('with the price %j has an offer of %s', (price, amount) => {
    expect((eventData({ price })['offers'] as { price?: number } | undefined)?.price).toBe(amount)
  })
})

describe('a job', () => {
  it('has the properties that Google requires, but not the contact', async () => {
    const data = jobData({ payFrom: 150_000, payTo: 190_000, payCurrency: 'USD', payPeriod: 'year' })
    expect(data).toEqual({
      '@type': 'JobPosting',
      '@id': `${site}/listing/${id.toLowerCase()}`,
      url: `${site}/listing/${id.toLowerCase()}`,
      title: 'Founding engineer',
      description: 'Postgres &amp; &lt;b&gt;more&lt;/b&gt;.<br>In the Mission.',
      datePosted: '2026-11-21T17:00:00.000Z',
      validThrough: expiresAt,
      hiringOrganization: { '@type': 'Organization', name: 'Example Inc' },
      jobLocation: {
        '@type': 'Place',
        address: {
          '@type': 'PostalAddress',
          addressLocality: 'San Francisco',
          addressRegion: 'CA',
          addressCountry: 'US',
        },
      },
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: 'USD',
        value: { '@type': 'QuantitativeValue', minValue: 150_000, maxValue: 190_000, unitText: 'YEAR' },
      },
    })
    expect(await listFaults(data)).toEqual([])
  })

  it.each([
    ['another category', { category: 'gigs' }, expiresAt],
    ['no company', { company: undefined }, expiresAt],
    ['no expiry', {}, null],
    ['another city', { location: 'Berlin' }, expiresAt],
  ])('has no data with %s', (_what, fields, until) => {
    expect(jobData(fields, until)).toBeUndefined()
  })

  it.each([
    [
      { payFrom: 50, payTo: 50, payPeriod: 'hour' },
      { value: 50, unitText: 'HOUR' },
    ],
    [
      { payFrom: 50, payPeriod: 'hour' },
      { minValue: 50, unitText: 'HOUR' },
    ],
    [
      { payTo: 900, payPeriod: 'month' },
      { maxValue: 900, unitText: 'MONTH' },
    ],
  ] as const)('with the pay %j has the salary %j', (pay, value) => {
    expect(jobData(pay)?.['baseSalary']).toMatchObject({ value })
  })
})

describe('breadcrumbs', () => {
  it('lead through category and subcategory', async () => {
    const trail = toListingBreadcrumbs(id, job, site)
    expect(await listFaults(trail)).toEqual([])
    expect(trail['itemListElement']).toEqual([
      { '@type': 'ListItem', position: 1, name: 'home', item: `${site}/` },
      { '@type': 'ListItem', position: 2, name: 'jobs', item: `${site}/category/jobs` },
      { '@type': 'ListItem', position: 3, name: 'engineering', item: `${site}/category/jobs/engineering` },
      {
        '@type': 'ListItem',
        position: 4,
        name: 'Founding engineer',
        item: `${site}/listing/${id.toLowerCase()}`,
      },
    ])
    expect(await listFaults(toEventBreadcrumbs(event, site))).toEqual([])
    expect(await listFaults(toPlaceBreadcrumbs('jobs', 'design ux', site))).toEqual([])
  })

  it('leave out a category that is not in the catalogue', () => {
    expect(toPlaceBreadcrumbs('anything', undefined, site)).toBeUndefined()
    expect(toPlaceBreadcrumbs('jobs', 'anything', site)).toBeUndefined()
    expect(JSON.stringify(toListingBreadcrumbs(id, { ...job, category: 'anything' }, site))).not.toContain(
      'anything',
    )
  })
})

it('describes the site and its search in less than 500 bytes', async () => {
  const data = toSiteData('a name of thirty-two letters.....', 'https://founderlist.example.org')
  expect(Buffer.byteLength(writeData(data))).toBeLessThan(500)
  expect(await listFaults(...data)).toEqual([])
})

it('fault 48: round-trips any text without leaving its script element', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('</script>', '<!--<script>', '\u2028', '\u202e', '\ud800', ']]>', '"'),
  )
  fc.assert(
    fc.property(text, text, text, (title, description, series) => {
      const item = toEventData({ ...event, title, description, series, organizers: title }, site)
      const written = writeData([item, toListingBreadcrumbs(id, { ...job, title }, site)])
      expect(written).not.toMatch(/[<\u2028\u2029]/)
      expect(JSON.parse(written)).toEqual({
        '@context': 'https://schema.org',
        '@graph': [item, toListingBreadcrumbs(id, { ...job, title }, site)],
      })
    }),
  )
})

it('is tested with a validator that reports missing properties', async () => {
  expect(await listFaults({ '@type': 'JobPosting', title: 'engineer' })).not.toEqual([])
})
