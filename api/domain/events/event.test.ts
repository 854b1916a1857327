import { expect, it } from 'vitest'
import { areCoordinates, describePlace, toMapAddress } from './event.ts'

it.each([
  [undefined, 'The terrace', 'The terrace'],
  ['SHACK15', 'The terrace', 'SHACK15, The terrace'],
  ['SHACK15', 'shack15 by the Embarcadero', 'shack15 by the Embarcadero'],
])('with the venue %j and the location %j the place is %j', (name, location, place) => {
  expect(describePlace({ location, ...(name !== undefined && { venue: { name } }) })).toBe(place)
})

it.each([
  [90, 180, true],
  [-90, -180, true],
  [90.0001, 0, false],
  [0, -180.0001, false],
  [Number.NaN, 0, false],
])('latitude %d and longitude %d are coordinates: %s', (latitude, longitude, expected) => {
  expect(areCoordinates({ latitude, longitude })).toBe(expected)
})

it('links to a map', () => {
  expect(toMapAddress({ latitude: 37.7955, longitude: -122.3937 })).toBe(
    'https://www.openstreetmap.org/?mlat=37.7955&mlon=-122.3937#map=17/37.7955/-122.3937',
  )
})
