import { expect, it } from 'vitest'
import { inLanguage } from '#domain/in-language.ts'
import type { Details } from '#domain/listings/details.ts'
import { describeDetails } from './describe-details.ts'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
const describeIn = (language: 'en' | 'es' | 'fr', details: Details) =>
  inLanguage(language, () => describeDetails(details).map(({ label, text }) => `${label}: ${plain(text)}`))

it.each<[Details, string[]]>([
  [{}, []],
  [{ company: 'Acme' }, ['company: Acme']],
  [
    { payFrom: 120_000, payTo: 150_000, payCurrency: 'USD', payPeriod: 'year' },
    ['pay: $120,000 – $150,000 a year'],
  ],
  [{ payFrom: 42.5, payTo: 42.5, payCurrency: 'EUR', payPeriod: 'hour' }, ['pay: €42.50 an hour']],
  [{ payFrom: 9_000, payCurrency: 'GBP', payPeriod: 'month' }, ['pay: from £9,000 a month']],
  [{ payTo: 300, payCurrency: 'CAD', payPeriod: 'day' }, ['pay: up to CA$300 a day']],
  [{ price: 1_400, pricePeriod: 'month' }, ['price: $1,400 a month']],
  [{ date: '2026-12-05' }, ['date: Saturday, December 5, 2026']],
])('describes %j', (details, lines) => {
  expect(describeIn('en', details)).toEqual(lines)
})

it('describes details in other languages', () => {
  const pay = { payFrom: 120_000, payTo: 150_000, payCurrency: 'USD', payPeriod: 'year' } as const
  expect(describeIn('fr', pay)).toEqual(['rémunération: 120 000 $US – 150 000 $US par an'])
  expect(describeIn('es', { price: 900, pricePeriod: 'week' })[0]).toMatch(/^precio: .*900.* por semana$/)
})
