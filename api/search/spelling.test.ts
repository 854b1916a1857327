import { expect, it } from 'vitest'
import {
  chooseCorrections,
  chooseSplits,
  editDistance,
  joinNeighbors,
  listCorrectable,
  listVariants,
} from './spelling.ts'

it.each([
  ['design', 'design', 0],
  ['desing', 'design', 1],
  ['enginer', 'engineer', 1],
  ['coffe', 'coffee', 1],
  ['koffee', 'coffee', 1],
  ['acelleratr', 'accelerator', 3],
  ['ab', 'ba', 1],
  ['', 'abc', 3],
  ['abc', '', 3],
])('from %j to %j the edit distance is %i', (one, other, slips) => {
  expect(editDistance(one, other)).toBe(slips)
})

it('suggests words one edit away, or two for a long word, nearest first', () => {
  expect(chooseCorrections('desk', ['disk', 'desks', 'dusty', 'dive', 'disk'])).toEqual(['disk', 'desks'])
  expect(chooseCorrections('acelleraor', ['excellent', 'accelerator', 'accellerator'])).toEqual([
    'accellerator',
  ])
  expect(chooseCorrections('hackahtons', ['hackathon', 'hackathons'])).toEqual(['hackathons', 'hackathon'])
})

it('suggests nothing for a short known word, but does for a long one', () => {
  expect(chooseCorrections('desk', ['desk', 'deck'])).toEqual([])
  expect(chooseCorrections('desing', ['desing', 'design'])).toEqual(['design'])
})

it('corrects only words of four letters or more', () => {
  expect(listCorrectable([['the'], ['room'], ['b2b'], ['你', '好'], ['привет'], ['mision']])).toEqual([
    'room',
    'mision',
  ])
})

it('lists every word one edit away', () => {
  const variants = listVariants('coach')
  for (const one of ['caoch', 'oach', 'coah', 'coahc', 'coachs', 'scoach', 'conch'])
    expect(variants).toContain(one)
  expect(variants.every((variant) => editDistance('coach', variant) === 1)).toBe(true)
})

it('joins a word with the one before it and the one after it', () => {
  expect([...joinNeighbors([['co'], ['living'], ['space'], ['你', '好']])]).toEqual([
    ['co', ['coliving']],
    ['living', ['coliving', 'livingspace']],
    ['space', ['livingspace']],
  ])
  expect([...joinNeighbors([['founder']])]).toEqual([])
})

it('splits a word if both parts are known words, or one of them is too short to be known', () => {
  const written = ['fund', 'raising', 'founder', 'deck', 'pitch']
  expect(chooseSplits('fundraising', written)).toEqual(['fund raising'])
  expect(chooseSplits('cofounder', written)).toEqual(['co founder'])
  expect(chooseSplits('pitchdecks', written)).toEqual([])
  expect(chooseSplits('abcdef', written)).toEqual([])
  expect(chooseSplits('ab', written)).toEqual([])
})
