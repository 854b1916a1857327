import { describe, expect, it, test } from 'vitest'
import type { Found } from '#domain/import/found.ts'
import { readSource } from '../read-source.ts'

const now = new Date('2026-11-25T20:00:00Z')

const read = (text: string): Found => readSource(Buffer.from(text), { source: 's', now })
const readEvent = (event: Record<string, unknown>) =>
  read(JSON.stringify({ '@type': 'Event', name: 'Dinner', startDate: '2026-12-10T18:00:00-08:00', ...event }))
const script = (json: string) => `<script type="application/ld+json">${json}</script>\n`
const good = '{"@type":"Event","name":"Dinner","startDate":"2026-12-10"}'

describe('fault 91: a page with JSON-LD that is not valid', () => {
  it('is refused with the line in the page and the reason', () => {
    const page = `<!doctype html>\r\n<title>Events</title>\r\n${script('\n{\n"@type": "Event",\n"name": "a" "b"\n}')}`
    expect(() => read(page)).toThrow(
      `The JSON-LD of this page is not valid JSON: line 6, invalid character '"'`,
    )
    expect(() => read('{"@type":"Event",\n"startDate":"2026-12-10"')).toThrow('line 2, it is cut off')
  })

  it('is read as far as it is valid, and names the script that is not', () => {
    const found = read(
      `<!doctype html>\n${script('{"@type": oops}')}${script(good)}${script(`${good.replace('Dinner', 'Lunch')};`)}`,
    )
    expect(found.events.map(({ fields }) => fields.title)).toEqual(['Dinner', 'Lunch'])
    expect(found.problems).toEqual([
      "A part of the page’s JSON-LD is not valid JSON: line 2, invalid character 'o'",
    ])
  })

  it.each([`// a file\n${good}`, `/* a file */ [${good}]`, good.replaceAll('"', '&quot;')])(
    'is recognized in a file of its own: %s',
    (text) => expect(read(text).events).toHaveLength(1),
  )

  it('takes as long as its size, however it is nested', () => {
    for (const part of ['[', '{"a":', '"', '/*', '//', '<!--', "'", '\\"', '<!--\n'])
      expect(() => read(`<script type="application/ld+json">{${part.repeat(20_000)}</script>`)).toThrow(
        'JSON-LD',
      )
  })
})

test('fault 91: entities are decoded once', () => {
  const { fields } = readEvent({
    name: 'Caf&eacute; &ndash; founders&rsquo; night &amp;amp; R&D AT&T; &#8211;',
    description: '<p>&amp;amp; &eacute;</p>',
    location: 'Bar &amp; Grill',
  }).events[0]!
  expect(fields).toMatchObject({
    title: 'Café – founders’ night &amp; R&D AT&T; –',
    description: '&amp; é',
    location: 'Bar & Grill',
  })
})

const offer = (price: unknown, more: object = {}) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'USD',
  ...more,
})
const soldOut = { availability: 'https://schema.org/SoldOut' }
const aggregate = { '@type': 'AggregateOffer', priceCurrency: 'USD' }

describe('fault 91: the price is that of all offers', () => {
  test.each<[string, unknown, string | undefined]>([
    ['two', [offer('10'), offer('45.00')], '$10-45'],
    ['in another order', [offer(45), offer(10), offer(20)], '$10-45'],
    ['free and paid', [offer(0), offer(99)], '$0-99'],
    ['all free', [offer(0), offer('0.00')], 'Free'],
    ['free in words', [offer('Free')], 'Free'],
    ['a sold-out 0', offer('0', soldOut), undefined],
    ['a sold-out 0 beside another', [offer(0, soldOut), offer(25)], '$25'],
    ['a sold-out price', [offer(10, { availability: 'SoldOut' }), offer(25)], '$10-25'],
    ['thousands', offer('1,200.00'), '$1,200'],
    ['a sign', offer('$25'), '$25'],
    ['a sign without a currency', { price: '€25' }, '€25'],
    ['a sign of another currency', offer('€25'), undefined],
    ['a code', { price: '25 CHF' }, '25 CHF'],
    ['pounds', offer('7.5', { priceCurrency: 'GBP' }), '£7.50'],
    ['Canadian dollars', offer('$30', { priceCurrency: 'cad' }), '30 CAD'],
    ['European decimals', offer('25,00', { priceCurrency: 'EUR' }), '€25'],
    ['European thousands', offer('1.200,50', { priceCurrency: 'EUR' }), '€1,200.50'],
    ['four decimals', offer('10.0000'), '$10'],
    ['an unclear separator', offer('1.234'), undefined],
    ['an unclear one beside another', [offer('1.234'), offer(10)], undefined],
    ['a range in one price', offer('$10 - $45'), '$10-45'],
    ['an open price', offer('from $10'), 'from $10'],
    ['words', offer('TBA'), undefined],
    ['a negative one', offer(-1), undefined],
    ['none', { '@type': 'Offer', url: 'https://x.example/' }, undefined],
    ['none beside one', [offer(''), offer(null), offer(10)], '$10'],
    ['an address', 'https://x.example/', undefined],
    ['a list of prices', offer(['10', { '@value': '45' }]), '$10-45'],
    ['a specification', { priceSpecification: offer('30') }, '$30'],
    ['specifications', { priceSpecification: [offer('30'), offer('40')] }, '$30-40'],
    [
      'a specification of a range',
      { priceSpecification: { minPrice: 5, maxPrice: 9, priceCurrency: 'EUR' } },
      '€5-9',
    ],
    [
      'a currency outside of the specification',
      { priceCurrency: 'EUR', priceSpecification: { price: 3 } },
      '€3',
    ],
    ['low and high', { ...aggregate, lowPrice: '10.00', highPrice: 45 }, '$10-45'],
    ['low and high of 0', { ...aggregate, lowPrice: 0, highPrice: 0 }, 'Free'],
    ['low only', { ...aggregate, lowPrice: '10.00' }, 'from $10'],
    ['low only, of 0', { ...aggregate, lowPrice: 0 }, 'from $0'],
    ['sold out in lower case', offer(0, { availability: 'http://schema.org/soldout' }), undefined],
    ['a hair off', [offer(19.989999999999998), offer('30.000000000000004')], '$19.99-30'],
    ['a hair off 0', [offer(1e-16), offer(-1e-16)], 'Free'],
    ['three decimals', offer(0.001), undefined],
    ['more than are read', Array.from({ length: 60 }, (_, at) => offer(at + 1)), undefined],
    ['high only', { ...aggregate, highPrice: '45' }, 'up to $45'],
    ['low and offers', { ...aggregate, lowPrice: 10, offers: [offer(10), offer(45)] }, '$10-45'],
    ['an object in place of a number', offer({ toString: false }), undefined],
    ['two currencies', [offer(10), offer(9, { priceCurrency: 'EUR' })], '$10 / €9'],
    ['free, and paid in euros', [{ price: 0 }, offer(9, { priceCurrency: 'EUR' })], '€0-9'],
    ['an unknown currency', offer(10, { priceCurrency: 'tokens' }), undefined],
  ])('%s', (_, offers, price) => expect(readEvent({ offers }).events[0]?.fields.price).toBe(price))

  test.each([
    [true, undefined, 'Free'],
    ['https://schema.org/True', offer('0', soldOut), 'Free'],
    [true, offer(10), '$10'],
    [false, offer(0), undefined],
    ['False', offer(10), '$10'],
  ])('with isAccessibleForFree %j and the offer %j: %j', (isAccessibleForFree, offers, price) =>
    expect(readEvent({ isAccessibleForFree, offers }).events[0]?.fields.price).toBe(price),
  )

  it('or none, with a note, if one cannot be read; a missing currency is noted, too', () => {
    const notes = (offers: unknown) => readEvent({ offers, location: 'L' }).events[0]?.notes
    expect(notes([offer('1.234'), offer(10)])).toEqual(['Its price cannot be read: “1.234”.'])
    expect(notes({ price: '25' })).toEqual(['Its price names no currency: it was read as USD.'])
    expect(notes([{ price: '25' }, offer('9', { priceCurrency: 'EUR' })])).toEqual([])
  })
})

const start = '2026-12-10T18:00:00-08:00'

describe('fault 91: the end', () => {
  test.each([
    ['a duration', { duration: 'PT2H30M' }, '2026-12-11T04:30'],
    ['a duration of days', { duration: 'P1DT1H' }, '2026-12-12T03:00'],
    [
      'a duration over the change of clocks',
      { startDate: '2027-03-13T18:00', duration: 'P1D' },
      '2027-03-15T01:00',
    ],
    ['an object', { duration: { '@type': 'Duration', '@value': 'PT1H' } }, '2026-12-11T03:00'],
    [
      'endDate before a duration',
      { endDate: '2026-12-10T20:00:00-08:00', duration: 'PT9H' },
      '2026-12-11T04:00',
    ],
    ['a day', { endDate: '2026-12-12' }, '2026-12-13T07:59'],
    ['the day of the start', { endDate: '2026-12-10' }, undefined],
    ['days with a duration', { startDate: '2026-12-10', duration: 'P3D' }, '2026-12-12T08:00'],
    [
      'a time after a day',
      { startDate: '2026-12-10', endDate: '2026-12-12T17:00:00-08:00' },
      '2026-12-12T08:00',
    ],
    [
      'a midnight after a day',
      { startDate: '2026-12-10', endDate: '2026-12-12T00:00:00-08:00' },
      '2026-12-11T08:00',
    ],
    [
      'from midnight to 23:59',
      { startDate: '2026-12-10T00:00:00-08:00', endDate: '2026-12-11T23:59:59-08:00' },
      '2026-12-11T08:00',
    ],
    ['a month', { duration: 'P1M' }, undefined],
    ['words', { duration: 'two hours' }, undefined],
    ['no length', { duration: 'PT0S' }, undefined],
  ])('of %s', (_, event, end) => expect(readEvent(event).events[0]?.fields.end).toBe(end && `${end}:00.000Z`))

  it('has a note if a time was taken or left out', () => {
    expect(readEvent({ endDate: '2026-12-12' }).events[0]?.notes[0]).toMatch(/^Its end is a day/)
    const timed = readEvent({ startDate: '2026-12-10', endDate: '2026-12-12T17:00:00-08:00' })
    expect(timed.events[0]?.notes[0]).toBe('It begins on a day: 17:00, the time of its end, was left out.')
  })
})

it('fault 91: reads every date, place and name of a list', () => {
  const { events } = readEvent({
    url: 'https://x.example/',
    startDate: [start, '2026-12-17T18:00:00-08:00'],
    endDate: [start.replace('18', '20'), '2026-12-17T20:00:00-08:00'],
    organizer: ['One', { name: 'Two' }],
    location: [
      { '@type': ['schema:VirtualLocation'], url: 'https://zoom.example/' },
      {
        '@type': 'Place',
        name: 'Hall',
        address: { streetAddress: '1 Main St', addressRegion: { name: 'CA' } },
      },
      'Annex',
    ],
  })
  expect(events.map(({ fields: { date, end } }) => [date, end])).toEqual([
    ['2026-12-11T02:00:00.000Z', '2026-12-11T04:00:00.000Z'],
    ['2026-12-18T02:00:00.000Z', '2026-12-18T04:00:00.000Z'],
  ])
  expect(new Set(events.map(({ id }) => id)).size).toBe(2)
  expect(events[0]?.fields).toMatchObject({ organizers: 'One, Two', location: 'Hall, 1 Main St, CA' })
  expect(events[0]?.notes).toEqual(['It is in other places, too: Annex.'])
})

it('fault 91: names a series without single dates', () => {
  const series = { '@type': 'EventSeries', name: 'Series', startDate: '2026-12-01', endDate: '2027-01-31' }
  const weekly = { '@type': 'Event', name: 'Weekly', eventSchedule: { repeatFrequency: 'P1W' } }
  const part = { '@type': 'schema:MusicEvent', name: 'Part', startDate: '2026-12-04' }
  const { events, problems } = read(
    JSON.stringify({ '@graph': [series, weekly, { ...series, name: 'Whole', subEvent: [part] }] }),
  )
  expect(events.map(({ fields }) => fields.title)).toEqual(['Part'])
  expect(problems).toEqual([
    '“Series” cannot be read: it is a series without single dates',
    '“Weekly” cannot be read: it is a series without single dates',
  ])
  expect(() => read(JSON.stringify(weekly))).toThrow(
    'The JSON-LD of this page has no events with a date (“Weekly” cannot be read: it is a series without single dates)',
  )
})

const endOf = (event: Record<string, unknown>) => readEvent(event).events[0]?.fields.end

test.each([
  ['2026-12-10T18:00:00-05:00', '2026-12-10T20:00:00', '2026-12-11T01:00:00.000Z'],
  ['2026-12-10T18:00:00Z', '2026-12-10T20:00', '2026-12-10T20:00:00.000Z'],
  ['2026-12-10T18:00:00-05:00', '2026-12-10T20:00:00-06:00', '2026-12-11T02:00:00.000Z'],
  ['2026-12-10T18:00', '2026-12-10T20:00', '2026-12-11T04:00:00.000Z'],
  ['\u200e2026-12-10T18:00\u221205:00', '2026-12-10T20:00', '2026-12-11T01:00:00.000Z'],
])('an end without an offset has that of the start: %s, %s', (startDate, endDate, expected) =>
  expect(endOf({ startDate, endDate })).toBe(expected),
)

test('an offset that no zone has makes no date', () =>
  expect(readEvent({ startDate: '2026-12-10T18:00:00-25:00' }).problems).toHaveLength(1))

test.each([{ endDate: 'late' }, { endDate: '2026-02-30' }, { duration: '2 hours' }, { duration: 120 }])(
  'an end that cannot be read is noted: %j',
  (more) => {
    expect(endOf(more)).toBeUndefined()
    expect(readEvent(more).events[0]?.notes.join()).toContain('Its end cannot be read')
  },
)

test.each([
  { endDate: '' },
  { duration: '' },
  { duration: 'PT2H' },
  { endDate: '2026-12-10T20:00', duration: '2 h' },
])('an end that is read, or missing, is not: %j', (more) =>
  expect(readEvent(more).events[0]?.notes.join()).not.toContain('Its end'),
)
