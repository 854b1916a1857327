import { describe, expect, test } from 'vitest'
import { addPlace, listMissingPlaces } from './place-text.ts'

describe('the places that a location does not name', () => {
  const chosen = { venue: 'SHACK15', neighborhood: 'Embarcadero' }

  test.each([
    [undefined, ['SHACK15', 'Embarcadero']],
    ['', ['SHACK15', 'Embarcadero']],
    ['SHACK15, 1 Ferry Building', ['Embarcadero']],
    ['shack15 by the EMBARCADERO', []],
  ])('%j lacks %j', (location, missing) => {
    expect(listMissingPlaces(location, chosen)).toEqual(missing)
  })

  test('are none where none is chosen, or only Other', () => {
    expect(listMissingPlaces('anywhere', {})).toEqual([])
    expect(listMissingPlaces('anywhere', { venue: 'Other', neighborhood: 'Other' })).toEqual([])
  })
})

test.each([
  [undefined, 'SOMA', 'SOMA'],
  ['  ', 'SOMA', 'SOMA'],
  ['Frontier Tower', 'SOMA', 'Frontier Tower, SOMA'],
  ['Frontier Tower, ', 'SOMA', 'Frontier Tower, SOMA'],
])('%j with %s is %j', (location, place, text) => {
  expect(addPlace(location, place)).toBe(text)
})
