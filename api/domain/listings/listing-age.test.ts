import { expect, it } from 'vitest'
import { catalogue } from '#domain/listings/catalogue.ts'
import { countDaysLeft, listingDays } from '#domain/listings/listing-age.ts'

it('shows jobs and housing for 30 days, everything else for 45', () => {
  const days = Object.fromEntries(catalogue.map(({ name }) => [name, listingDays(name)]))
  expect(days).toEqual({
    community: 45,
    housing: 30,
    founders: 45,
    investors: 45,
    services: 45,
    jobs: 30,
    'chat groups': 45,
    resumes: 45,
    gigs: 45,
  })
})

it.each([
  ['2026-11-21T12:00:00.000Z', 45, 45],
  ['2026-11-21T12:00:00.001Z', 45, 46],
  ['2026-11-21T11:59:59.999Z', 1, 1],
  ['2026-11-21T12:00:00.001Z', 0, 1],
  ['2026-11-21T12:00:00.000Z', 0, 0],
  ['2026-11-21T11:00:00.000Z', -3, 0],
])('a listing that expires at %s, seen %i days earlier, has %i days left', (expiresAt, moved, left) => {
  const now = new Date(Date.parse('2026-11-21T12:00:00Z') - moved * 86_400_000)
  expect(countDaysLeft(expiresAt, now)).toBe(left)
})
