import { describe, expect, test } from 'vitest'
import { addPlace, listMissingPlaces } from './place-text.ts'

describe('the places missing from a location', () => {
  const chosen = ['SHACK15', 'Embarcadero']

  test.each([
    [undefined, ['SHACK15', 'Embarcadero']],
    ['', ['SHACK15', 'Embarcadero']],
    ['SHACK15, 1 Ferry Building', ['Embarcadero']],
    ['shack15 by the EMBARCADERO', []],
  ])('%j lacks %j', (location, missing) => {
    expect(listMissingPlaces(location, chosen)).toEqual(missing)
  })

  test('are none if no place or only Other is chosen', () => {
    expect(listMissingPlaces('anywhere', [undefined])).toEqual([])
    expect(listMissingPlaces('anywhere', ['Other', 'Other'])).toEqual([])
  })
})

test.each([
  [undefined, 'SOMA', 'SOMA'],
  ['  ', 'SOMA', 'SOMA'],
  ['Frontier Tower', 'SOMA', 'Frontier Tower, SOMA'],
  ['Frontier Tower, ', 'SOMA', 'Frontier Tower, SOMA'],
])('adding to %j the place %s gives %j', (location, place, text) => {
  expect(addPlace(location, place)).toBe(text)
})
