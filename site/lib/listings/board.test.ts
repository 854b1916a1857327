import { expect, it } from 'vitest'
import type { ListingLocation } from '#domain/listings/catalogue.ts'
import { listNewest } from './board.ts'

function makeListings(location: ListingLocation, ...days: number[]) {
  return days.map((day) => ({
    id: `${location} ${day}`,
    category: 'jobs',
    subcategory: 'product',
    title: 'a desk',
    location,
    createdAt: `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`,
  }))
}

it('lists the newest six of both cities, and all if there are fewer', () => {
  const few = { SF: makeListings('SF', 20), NYC: makeListings('NYC', 21) }
  const many = { SF: makeListings('SF', 16, 14, 12, 10, 8, 6), NYC: makeListings('NYC', 15, 13) }
  const idsOf = (newest: typeof few) => listNewest({ counts: {}, newest }, 'both').map(({ id }) => id)
  expect(idsOf(few)).toEqual(['NYC 21', 'SF 20'])
  expect(idsOf(many)).toEqual(['SF 16', 'NYC 15', 'SF 14', 'NYC 13', 'SF 12', 'SF 10'])
})
