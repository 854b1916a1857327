import { expect, it } from 'vitest'
import { findVenue } from './find-venue.ts'

const venues = [
  { _id: 'tower', name: 'Frontier Tower', address: '995 Market St, San Francisco, CA 94103' },
  { _id: 'commons', name: 'The Commons', address: '550 Laguna Street, San Francisco' },
  { _id: 'shack', name: 'SHACK15', address: null },
  { _id: 'hall-1', name: 'Town Hall' },
  { _id: 'hall-2', name: 'Town Hall' },
]

it.each([
  ['Frontier Tower', undefined, 'tower'],
  ['frontier tower, 995 Market Street, Floor 2', undefined, 'tower'],
  ['Commons (Hayes Valley)', undefined, 'commons'],
  ['Shack15, 1 Ferry Building', undefined, 'shack'],
  ['550 Laguna St., San Francisco', undefined, 'commons'],
  [undefined, '995 Market St', 'tower'],
  ['995 Market St [lobby], Floor 2, SF, CA 94103, USA', undefined, 'tower'],
  ['Frontier Tower', '995 Market St\nSan Francisco CA 94103', 'tower'],
])('finds the venue of %j at %j', (location, address, id) => {
  expect(findVenue({ ...(location && { location }), ...(address && { address }) }, venues)?._id).toBe(id)
})

it.each([
  ['an unknown place', 'Frontier', undefined],
  ['a name of several venues', 'Town Hall', undefined],
  ['a known name on another street', 'Frontier Tower', '12 Main St, Oakland'],
  ['the same street in another town', '995 Market St, San Jose, CA 95113', undefined],
  ['a postal code', '94103 San Francisco', undefined],
  ['another name in the same building', 'Another Club, 995 Market St', undefined],
  ['no place', undefined, undefined],
  ['an empty place', ',', undefined],
])('finds no venue for %s', (_, location, address) => {
  expect(findVenue({ ...(location && { location }), ...(address && { address }) }, venues)).toBeUndefined()
})
