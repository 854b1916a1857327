import { expect, it } from 'vitest'
import type { ManagedListing } from '#domain/listings/listing.ts'
import { describeExpiry } from './managed-listings.ts'

it.each([
  [null, 'never expires'],
  ['2026-12-21T12:00:00Z', 'expires in 30 days'],
  ['2026-11-22T12:00:00.001Z', 'expires in 2 days'],
  ['2026-11-22T12:00:00Z', 'expires in 1 day'],
  ['2026-11-21T12:00:00.001Z', 'expires in 1 day'],
  ['2026-11-21T12:00:00Z', 'expired on Nov 21, 2026'],
  ['2026-11-01T06:59:59Z', 'expired on Oct 31, 2026'],
])('describes a listing that expires at %s as “%s”', (expiresAt, text) => {
  expect(describeExpiry({ expiresAt } as ManagedListing, new Date('2026-11-21T12:00:00Z'))).toBe(text)
})
