import { describe, expect, it } from 'vitest'
import { readDetails } from './complete-pay.ts'
import { readAmount } from './details.ts'
import { describeFaults, listingInputSchema } from './listing.ts'

const six = {
  category: 'jobs',
  subcategory: 'product',
  title: 'title',
  description: 'description',
  contact: 'contact',
  location: 'SF',
}

const anEvent = { category: 'community', subcategory: 'events' }

function read(fields: Record<string, unknown>) {
  const {
    title: _,
    description: __,
    contact: ___,
    location: ____,
    ...rest
  } = listingInputSchema.parse({
    ...six,
    ...fields,
  })
  const { category: _____, subcategory: ______, ...details } = rest
  return details
}

function faultOf(fields: Record<string, unknown>): string {
  const { error } = listingInputSchema.safeParse({ ...six, ...fields })
  return error ? describeFaults(error) : ''
}

describe('the optional fields', () => {
  const pay = { payCurrency: 'USD', payPeriod: 'year' }

  it.each([
    [{}, {}],
    [{ company: ' ', payFrom: '', payTo: null, payCurrency: 'EUR', payPeriod: 'hour', price: '' }, {}],
    [{ company: ' Acme ' }, { company: 'Acme' }],
    [{ payFrom: '85000' }, { payFrom: 85_000, ...pay }],
    [{ payTo: 120_000.5 }, { payTo: 120_000.5, ...pay }],
    [
      { payFrom: '$85,000', payTo: '1.200.000', payCurrency: 'CAD', payPeriod: 'month' },
      { payFrom: 85_000, payTo: 1_200_000, payCurrency: 'CAD', payPeriod: 'month' },
    ],
    [
      { payFrom: '42,50', payTo: '42.5' },
      { payFrom: 42.5, payTo: 42.5, ...pay },
    ],
    [{ payFrom: '85 000' }, { payFrom: 85_000, ...pay }],
  ])('are read for a job: %j', (given, expected) => {
    expect(read(given)).toEqual(expected)
  })

  const year = { payCurrency: 'EUR', payPeriod: 'year' }

  it.each([
    ['€85,000', { payFrom: 85_000, ...year }],
    ['85 000 €', { payFrom: 85_000, ...year }],
    ['85\u00a0000\u00a0€', { payFrom: 85_000, ...year }],
    ['85\u202f000,50 EUR', { payFrom: 85_000.5, ...year }],
    ['85.000 €', { payFrom: 85_000, ...year }],
    ['EUR 1.234,50', { payFrom: 1_234.5, ...year }],
    ['$85k', { payFrom: 85_000, ...pay }],
    ['85k', { payFrom: 85_000, ...pay }],
    ['85 K', { payFrom: 85_000, ...pay }],
    ['87.5k USD', { payFrom: 87_500, ...pay }],
    ['US$ 85,000 USD', { payFrom: 85_000, ...pay }],
    ['$28/h', { payFrom: 28, payCurrency: 'USD', payPeriod: 'hour' }],
    ['28,50 € / heure', { payFrom: 28.5, payCurrency: 'EUR', payPeriod: 'hour' }],
    ['$28 an hour', { payFrom: 28, payCurrency: 'USD', payPeriod: 'hour' }],
    ['7k per month', { payFrom: 7_000, payCurrency: 'USD', payPeriod: 'month' }],
    ['£60,000 p.a.', { payFrom: 60_000, payCurrency: 'GBP', payPeriod: 'year' }],
    ['£60,000', { payFrom: 60_000, payCurrency: 'GBP', payPeriod: 'year' }],
    ['CA$90k', { payFrom: 90_000, payCurrency: 'CAD', payPeriod: 'year' }],
    ['85’000', { payFrom: 85_000, ...pay }],
    ['８５０００', { payFrom: 85_000, ...pay }],
    ['80-95k', { payFrom: 80_000, payTo: 95_000, ...pay }],
    ['$80k – $95k', { payFrom: 80_000, payTo: 95_000, ...pay }],
    ['80.000 - 95.000 €', { payFrom: 80_000, payTo: 95_000, ...year }],
    ['$25 to $35/hr', { payFrom: 25, payTo: 35, payCurrency: 'USD', payPeriod: 'hour' }],
    ['80 000 à 95 000 € par an', { payFrom: 80_000, payTo: 95_000, ...year }],
  ])('are read as people write pay: %s', (payFrom, expected) => {
    expect(read({ payFrom })).toEqual(expected)
    expect(readDetails({ category: 'jobs', payFrom })).toEqual(expected)
  })

  it.each<[Record<string, unknown>, string]>([
    [{ payFrom: '1.234' }, 'pay from: “1.234” can be read in two ways: write 1234 or 1.23'],
    [{ payTo: '$0,125' }, 'pay to: “$0,125” can be read in two ways: write 0125 or 0.12'],
    [
      { payFrom: '€85,000', payCurrency: 'USD' },
      'pay from: “€85,000” and the currency USD contradict each other: change one of them',
    ],
    [
      { payFrom: '€85k', payTo: '£95k' },
      'pay to: “£95k” and the currency EUR contradict each other: change one of them',
    ],
    [
      { payFrom: '$28/h', payPeriod: 'year' },
      'pay from: “$28/h” and the chosen period (year) contradict each other: change one of them',
    ],
    [
      { payFrom: '80-95k', payTo: '99k' },
      'pay from: “80-95k” is a range: write its two ends into the two fields for pay, or one amount',
    ],
    [{ payFrom: '95k-80k' }, 'the highest pay is lower than the lowest'],
    [
      { category: 'housing', subcategory: 'rooms shared', price: '900 €' },
      'price in US dollars: “900 €” and the currency USD contradict each other: change one of them',
    ],
    ...[
      '85k-',
      '-85k',
      '$€85',
      '1.234k',
      '85000k',
      '1-2-3',
      '85 bananas',
      '28/fortnight',
      '8 5k',
      'k',
      '∞',
    ].map(
      (payFrom) =>
        [{ payFrom }, 'pay from: enter an amount in figures, such as 85000, 42.50 or 85k'] as [
          Record<string, unknown>,
          string,
        ],
    ),
  ])('are refused with a sentence that says what to write: %j', (given, fault) => {
    expect(faultOf(given)).toBe(fault)
  })

  it('agree with a unit that was chosen', () => {
    const chosen = { payCurrency: 'CAD', payPeriod: 'hour' }
    expect(read({ payFrom: '$28/h', ...chosen })).toEqual({ payFrom: 28, ...chosen })
    const room = { category: 'housing', subcategory: 'rooms shared' }
    expect(read({ ...room, price: '$350/week' })).toEqual({ price: 350, pricePeriod: 'week' })
  })

  it('are kept only for their category', () => {
    const all = { company: 'Acme', payFrom: '1', price: '1400', pricePeriod: 'week', date: '2099-12-05' }
    expect(read({ ...all, category: 'housing', subcategory: 'rooms shared' })).toEqual({
      price: 1400,
      pricePeriod: 'week',
    })
    expect(read({ ...all, category: 'community', subcategory: 'events' })).toEqual({ date: '2099-12-05' })
    expect(read({ ...all, category: 'community', subcategory: 'music' })).toEqual({})
    expect(read({ category: 'housing', subcategory: 'rooms-shared', price: 900 })).toEqual({
      price: 900,
      pricePeriod: 'month',
    })
  })

  it('are dropped for other categories, even if invalid', () => {
    expect(read({ ...anEvent, payFrom: 'a lot', price: 'cheap', company: 'a\nb' })).toEqual({})
  })

  it.each([
    [{ company: 'a\nb' }, 'company must be one line'],
    [{ company: 'a'.repeat(101) }, 'company is too long: 101 characters, at most 100'],
    [{ company: 7 }, 'company must be text'],
    [{ payFrom: 'a lot' }, 'pay from: enter an amount in figures, such as 85000, 42.50 or 85k'],
    [{ payFrom: '-1' }, 'pay from: enter an amount in figures, such as 85000, 42.50 or 85k'],
    [{ payFrom: 0 }, 'pay from: enter an amount in figures, such as 85000, 42.50 or 85k'],
    [{ payTo: 1e10 }, 'pay to: enter an amount in figures, such as 85000, 42.50 or 85k'],
    [{ payTo: 1.234 }, 'pay to: enter an amount in figures, such as 85000, 42.50 or 85k'],
    [{ payTo: [1] }, 'pay to: enter an amount in figures, such as 85000, 42.50 or 85k'],
    [{ payTo: '9'.repeat(60_000) }, 'pay to: enter an amount in figures, such as 85000, 42.50 or 85k'],
    [{ payFrom: 2, payTo: 1 }, 'the highest pay is lower than the lowest'],
    [{ payCurrency: 'BTC' }, 'currency: choose one of USD, EUR, GBP, CAD'],
    [{ payPeriod: 'night' }, 'paid per: choose one of hour, day, week, month, year'],
    [{ ...anEvent, date: '2026-02-30' }, 'choose a day of the calendar'],
    [{ ...anEvent, date: '2025-12-05' }, 'this day is long past: is the year right?'],
    [{ ...anEvent, date: 5 }, 'date must be text'],
    [{ salary: 5 }, 'unknown field: "salary"'],
  ])('are refused with a message: %j', (given, fault) => {
    expect(faultOf(given)).toBe(fault)
  })

  it('are read for a preview if they are valid', () => {
    const typed = { category: 'jobs', company: ' ', payFrom: '1.234', payTo: '120k', payCurrency: 'X' }
    expect(readDetails(typed)).toEqual({ payTo: 120_000, ...pay })
    expect(readDetails({ category: 'community', subcategory: 'events', date: '2026-13-01' })).toEqual({})
    expect(readDetails({})).toEqual({})
  })
})

it.each([
  ['$85,000', 85_000],
  ['$ 1,234', 1_234],
  ['85\u202f000', 85_000],
  ['85 000,50', 85_000.5],
  ['1.5', 1.5],
  ['1,50', 1.5],
  ['0.50', 0.5],
  ['1.234,56', 1_234.56],
  ['1,234.5', 1_234.5],
  ['12.345.678', 12_345_678],
  ['1,000,000,000', 1e9],
  // May mean 1,234, or three decimals.
  ['1.234', NaN],
  ['0.125', NaN],
  ['0,125', NaN],
  ['12,345.678', NaN],
  ['12.345,678', NaN],
  ['12 345.678', NaN],
  ['1,23,456', NaN],
  ['1,234,56', NaN],
  ['1.234.56', NaN],
  ['1234,567', NaN],
  ['8 5 0', NaN],
  ['1e3', NaN],
  ['', NaN],
])('the amount %j is read as %s, never as a thousand times another one', (text, amount) => {
  expect(readAmount(text)).toBe(amount)
})
