import { expect, it } from 'vitest'
import { eventTypes, topics } from '#domain/events/event.ts'
import { matchCategories, noteLeftOut, splitCategories } from './match-categories.ts'

it.each([...topics.filter((topic) => topic !== 'Other'), ...eventTypes])('%s matches itself', (name) => {
  const { topics: found, types } = matchCategories([name])
  expect([...(found ?? []), ...(types ?? [])]).toEqual([name])
})

it.each([
  ['#ai', 'AI'],
  ['Artificial Intelligence', 'AI'],
  ['web3', 'Crypto / Web3'],
  ['fund-raising', undefined],
  ['Fundraising', 'Fundraising / Investing'],
  ['Hackathons', 'Hackathon'],
  ['demo days', 'Pitch Event / Demo Day'],
  ['#HappyHour', 'Happy Hour'],
  ['lunches', 'Breakfast / Brunch / Lunch'],
  ['Fúndraising', 'Fundraising / Investing'],
  ['SaaS', 'SaaS'],
  ['SAA', undefined],
  ['Other', undefined],
  ['airplanes', undefined],
  ['', undefined],
])('%j means %s', (word, name) => {
  const { topics: found, types } = matchCategories([word])
  expect([...(found ?? []), ...(types ?? [])]).toEqual(name === undefined ? [] : [name])
})

it('splits a list, but not names that contain commas', () => {
  expect(splitCategories('AI; Breakfast, Brunch or Lunch, tea | B2B,')).toEqual([
    'Breakfast, Brunch or Lunch',
    'AI',
    'tea',
    'B2B',
  ])
  expect(splitCategories()).toEqual([])
})

it('notes unknown categories and pictures', () => {
  expect(noteLeftOut(['knitting', 'knitting', 'tea'])).toEqual(['Unknown categories: knitting, tea.'])
  expect(noteLeftOut(['knitting', 'AI'])).toEqual(['Unknown categories: knitting.'])
  expect(noteLeftOut(['AI', 'Other'])).toEqual([])
  expect(noteLeftOut([], 'https://example.org/a.jpg')).toEqual([
    'It has a picture, which is not imported: https://example.org/a.jpg',
  ])
  expect(noteLeftOut(['x'.repeat(10_000)])[0]?.length).toBeLessThan(150)
  expect(noteLeftOut([], 'javascript:alert(1)')).toEqual([])
})
