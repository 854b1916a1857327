import { expect, it } from 'vitest'
import { fillCopy } from './localize.ts'

const name = { value: 'Fase 0', lang: undefined }
const title = { value: 'feedback {name}', lang: 'en' as const }

it('leaves each piece of copy its language, and never reads a place in it', () => {
  expect(fillCopy('{name}: {title}.', { name, title })).toEqual([
    name,
    { value: ': ' },
    title,
    { value: '.' },
  ])
})

it('leaves a place that nothing is given for', () => {
  expect(fillCopy('{a}', {})).toEqual([{ value: '{a}' }])
})
