import { expect, it } from 'vitest'
import { suggestCategories } from './suggest-categories.ts'

it.each([
  ['job', undefined, 'jobs'],
  ['houses', undefined, 'hacker houses'],
  ['comunity', undefined, 'community'],
  ['jobs', 'enginering', 'engineering'],
  ['jobs', 'designer-ux', 'design ux'],
])('suggests the most similar name for %s/%s', (category, subcategory, first) => {
  const [near] = suggestCategories(category, subcategory)
  expect(near?.subcategory ?? near?.category).toBe(first)
})

it('prefers the requested category', () => {
  expect(suggestCategories('resumes', 'enginering')[0]).toEqual({
    category: 'resumes',
    subcategory: 'engineering',
  })
})

it.each(['zzzzzz', '', '.'.repeat(10_000)])('suggests nothing if no name is similar to %j', (name) => {
  expect(suggestCategories(name)).toEqual([])
})
