import { expect, it } from 'vitest'
import { createChanges } from './changes.ts'
import { listingSources, type Place, placeSources } from './sources.ts'

const engineering = { category: 'jobs', subcategory: 'engineering' }

it.each<[shown: Place, changed: Place, isCurrent: boolean]>([
  [engineering, engineering, false],
  [{ category: 'jobs' }, engineering, false],
  [engineering, { category: 'jobs', subcategory: 'design' }, true],
  [engineering, { category: 'gigs', subcategory: 'engineering' }, true],
  // Which of its places has changed is not known.
  [engineering, { category: 'jobs' }, false],
  // By address, and by name.
  [
    { category: 'Services', subcategory: 'marketing-PR' },
    { category: 'services', subcategory: 'marketing/PR' },
    false,
  ],
  [{ category: 'jobs', subcategory: 'café' }, { category: 'jobs', subcategory: 'CAFÉ' }, false],
  [{ category: 'café' }, { category: 'CAFÉ', subcategory: 'x' }, false],
])('an answer of %j after a change in %j', (shown, changed, isCurrent) => {
  const changes = createChanges()
  changes.resume('listings')
  const reading = { beganAt: changes.count(), sources: placeSources(shown) }
  changes.invalidate(listingSources('an id', changed))
  expect(changes.isCurrent(reading)).toBe(isCurrent)
})
