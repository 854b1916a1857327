import { expect, it } from 'vitest'
import { fillCopy } from './localize.ts'

const name = { value: 'Fase 0', lang: undefined }
const title = { value: 'feedback {name}', lang: 'en' as const }

it('keeps the language of each piece of copy, and fills no placeholder in it', () => {
  expect(fillCopy('{name}: {title}.', { name, title })).toEqual([
    name,
    { value: ': ' },
    title,
    { value: '.' },
  ])
})

it('leaves a placeholder without a value', () => {
  expect(fillCopy('{a}', {})).toEqual([{ value: '{a}' }])
})
