import { describe, expect, test } from 'vitest'
import type { DeskListing } from '#domain/moderation/desk.ts'
import { describeDone, describeRow, describeState } from './describe.ts'
import { findNext, readKey, step } from './keys.ts'

const listing: DeskListing = {
  id: 'a',
  category: 'jobs',
  subcategory: 'product',
  title: 'PM',
  description: '',
  contact: '',
  location: 'SF',
  createdAt: '2026-11-21T22:03:07.400Z',
  state: 'shown',
  by: null,
  reason: null,
  showAt: null,
  dispute: null,
  score: null,
  signals: [],
  reports: [],
  decision: null,
  canBan: true,
}

test('a listing is described in words, in San Francisco time', () => {
  expect(describeState(listing)).toBe('Shown to visitors.')
  expect(describeState({ ...listing, state: 'held', by: 'filter', showAt: '2026-11-22T22:03:00Z' })).toMatch(
    /^Held by the spam filter\. It will be shown on .*2:03.?PM.*, if nobody decides before\.$/,
  )
  const waiting = { ...listing, state: 'held', by: 'filter' } as const
  expect(describeState(waiting)).toBe('Held by the spam filter. It waits for a decision.')
  expect(describeRow(waiting)).toBe('waits for a decision · jobs › product · SF')
  expect(describeState({ ...listing, state: 'hidden', by: 'team', reason: 'scam' })).toBe(
    'Hidden by the team, scam or spam.',
  )
  const report = { reason: 'scam', text: '', reportedAt: '', isRejected: false } as const
  expect(describeRow({ ...listing, score: 4.5, reports: [report, { ...report, isRejected: true }] })).toBe(
    'jobs › product · SF · 4.5 points · 1 report',
  )
})

test('the notice after a decision says how to undo it, the one after an undo does not', () => {
  expect(describeDone('hide', 1)).toBe('Hidden. Press u to undo.')
  expect(describeDone('undo', 2)).toBe('Undone (2).')
})

describe('a key', () => {
  const press = (key: string, target: object | null = null, modifiers = {}) =>
    readKey(
      { key, altKey: false, ctrlKey: false, metaKey: false, repeat: false, ...modifiers },
      target as EventTarget | null,
    )

  test('is a command except in text fields', () => {
    expect(press('h')).toBe('hide')
    expect(press('ArrowDown', { tagName: 'INPUT', type: 'checkbox' })).toBe('next')
    expect(press('h', { tagName: 'INPUT', type: 'text' })).toBeUndefined()
    expect(press('h', { tagName: 'TEXTAREA' })).toBeUndefined()
    expect(press('h', null, { ctrlKey: true })).toBeUndefined()
    expect(press('toString')).toBeUndefined()
    // Held down, s would release the whole queue.
    expect([press('s', null, { repeat: true }), press('j', null, { repeat: true })]).toEqual([
      undefined,
      'next',
    ])
  })

  test.each([
    ['a', ['a'], 'b'],
    ['b', ['a', 'b'], 'c'],
    ['a', ['a', 'b'], 'c'],
    ['c', ['c'], 'b'],
    ['c', ['b', 'c'], 'a'],
    ['b', ['a', 'b', 'c'], undefined],
    ['gone', ['gone'], 'a'],
  ])('after a decision on %s, with %o decided, %s opens', (present, decided, next) => {
    expect(findNext(['a', 'b', 'c'], present, new Set(decided))).toBe(next)
  })

  test('moves within the list', () => {
    const ids = ['a', 'b', 'c']
    expect([
      step(ids, undefined, 1),
      step(ids, 'a', 1),
      step(ids, 'c', 1),
      step(ids, 'a', -1),
      step([], 'a', 1),
    ]).toEqual(['a', 'b', 'c', 'a', undefined])
  })
})
