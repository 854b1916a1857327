import { expect, it } from 'vitest'
import { isUuid } from '#domain/uuid.ts'
import { toEventId } from './event-document.ts'

it('keeps the id of a document that is a UUID', () => {
  expect(toEventId('0B5C1D3E-0000-4000-8000-00000000000F')).toBe('0b5c1d3e-0000-4000-8000-00000000000f')
})

it('derives the same UUIDv5 from any other id each time', () => {
  const id = toEventId('demo-day')
  expect(isUuid(id)).toBe(true)
  expect(id).toMatch(/^.{14}5.{4}[89ab]/)
  expect(toEventId('demo-day')).toBe(id)
  expect(toEventId('demo-day-2')).not.toBe(id)
})

it('never changes, since links contain the ids', () => {
  expect(toEventId('demo-day')).toMatchInlineSnapshot(`"4f2a3134-228d-56c5-92d3-3d80ef8cb308"`)
})
