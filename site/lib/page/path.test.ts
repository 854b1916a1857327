import { expect, it } from 'vitest'
import { readPathParts } from './path.ts'

it.each([
  ['/category/jobs', ['jobs']],
  ['/category/jobs/design-ux', ['jobs', 'design-ux']],
  ['/listing/a%20b', ['a b']],
  ['/es/events/2026-11-21', ['2026-11-21']],
  ['/fr', []],
  ['/category/jobs/', ['jobs']],
  ['/category/%E0%A4%A/50%25', ['%E0%A4%A', '50%']],
  ['/', []],
])('reads the parts of %s', (path, parts) => {
  expect(readPathParts(path)).toEqual(parts)
})
