import { expect, it } from 'vitest'
import { catalogue } from '#domain/catalogue.ts'
import { listingInputSchema } from '#domain/listing.ts'
import { listListings } from '../queries/listings.ts'
import { openTestDatabase } from '../tests/database.ts'
import { fillWithExamples } from './fill.ts'
import { makeExampleListings } from './listings.ts'

it('gives every subcategory three listings that a visitor could have posted, marked as examples', async () => {
  const { sql } = await openTestDatabase()
  await fillWithExamples(sql)
  for (const { name: category, subcategories } of catalogue) {
    for (const { name: subcategory } of subcategories) {
      const { listings } = await listListings(sql, { category, subcategory, limit: 100 })
      expect(listings).toHaveLength(3)
      for (const { description } of listings) expect(description).toContain('This is an example')
    }
  }
  for (const example of makeExampleListings()) expect(listingInputSchema.parse(example)).toEqual(example)
})

it('is put once, and never beside what somebody posted', async () => {
  const { sql } = await openTestDatabase()
  await fillWithExamples(sql)
  const [{ count: before } = { count: 0 }] = await sql<
    Array<{ count: number }>
  >`select count(*)::integer from listings`
  await fillWithExamples(sql)
  const [{ count: after } = { count: 0 }] = await sql<
    Array<{ count: number }>
  >`select count(*)::integer from listings`
  expect(after).toBe(before)
})
