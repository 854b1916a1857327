import { expect, it } from 'vitest'
import { catalogue, locations } from '#domain/listings/catalogue.ts'
import { makeEvents } from './events.ts'
import { readListings } from './listings.ts'

const listings = readListings(new Date())
const texts = [...listings.map(({ input }) => input), ...makeEvents('2026-11-21', () => '')]

it('says nothing twice but that it is an example, and has no number in a title', () => {
  const titles = texts.map(({ title }) => title)
  const sentences = texts.flatMap(({ description }) => description.split(/(?<=[.!?])\s+|\n+/).slice(0, -1))
  for (const said of [titles, sentences]) expect(said).toEqual([...new Set(said)])
  expect(titles.join()).not.toMatch(/\d/)
})

it('has marked listings of two weeks for all categories and both cities, with contacts that nobody has', () => {
  const inputs = listings.map(({ input }) => input)
  expect(new Set(inputs.map(({ category }) => category))).toEqual(new Set(catalogue.map(({ name }) => name)))
  expect(new Set(inputs.map(({ location }) => location))).toEqual(new Set(locations))
  for (const { hoursAgo, input } of listings) {
    expect(hoursAgo).toBeLessThanOrEqual(14 * 24)
    expect(input.contact).toMatch(/[\w.-]+@example\.org$/)
    expect(input.description).toMatch(/\n(This is an example|Esto es un ejemplo|Ceci est un exemple)[^\n]+$/)
  }
})
