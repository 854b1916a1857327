import { expect, it } from 'vitest'
import type { ToldChange } from '../../content/change-queries.ts'
import { createEventReceipts } from './event-receipts.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second))
const iso = (second: number) => at(second).toISOString()
const event = (revision: string, second: number) => ({
  id: '0b54cc5b-4f4a-4b8e-9a39-2a6d0c6b7a11',
  documentId: 'demo-day',
  revision,
  updatedAt: at(second),
})
const change = (
  operation: ToldChange['operation'],
  revision: string,
  second: number,
  received = second,
): ToldChange => ({
  id: second,
  documentId: 'demo-day',
  documentType: 'event',
  operation,
  revision,
  updatedAt: at(second),
  receivedAt: at(received),
})
const fault = (revision: string, second: number) => ({
  documentId: 'demo-day',
  revision,
  reason: 'location is missing',
  seenAt: at(second),
})

function open() {
  const receipts = createEventReceipts()
  return { ...receipts, find: (second: number) => receipts.list(at(second))[0] }
}

it('is publishing until the calendar in memory has it, then live with its page', () => {
  const receipts = open()
  receipts.noteCalendar({ ids: undefined, synced: [] }, at(0))
  receipts.note([change('create', 'r1', 1)])
  expect(receipts.find(1)).toEqual({
    documentId: 'demo-day',
    revision: 'r1',
    state: 'publishing',
    at: iso(1),
  })
  receipts.noteCalendar({ ids: undefined, synced: [event('r1', 1)] }, at(2))
  expect(receipts.find(2)).toEqual({
    documentId: 'demo-day',
    revision: 'r1',
    state: 'live',
    at: iso(2),
    milliseconds: 1_000,
    path: '/event/0b54cc5b-4f4a-4b8e-9a39-2a6d0c6b7a11',
  })
  receipts.note([change('update', 'r2', 3)])
  expect(receipts.find(3)).toMatchObject({ revision: 'r2', state: 'publishing' })
})

it('is live since when it was changed where the first calendar has it', () => {
  const receipts = open()
  receipts.noteCalendar({ ids: undefined, synced: [event('r1', 1)] }, at(30))
  expect(receipts.find(30)).toMatchObject({ state: 'live', at: iso(1) })
  expect(receipts.find(30)).not.toHaveProperty('milliseconds')
})

it('is live when a sweep repairs a change without a webhook', () => {
  const receipts = open()
  receipts.noteCalendar({ ids: undefined, synced: [] }, at(0))
  receipts.noteCalendar({ ids: undefined, synced: [event('r1', 1)] }, at(41))
  expect(receipts.find(41)).toMatchObject({ state: 'live', at: iso(41), milliseconds: 40_000 })
})

it('says why it failed until it is mended', () => {
  const receipts = open()
  receipts.noteCalendar({ ids: undefined, synced: [event('r1', 1)] }, at(2))
  receipts.note([change('update', 'r2', 3)])
  receipts.noteFaults([fault('r2', 3)])
  expect(receipts.find(3)).toEqual({
    documentId: 'demo-day',
    revision: 'r2',
    state: 'failed',
    at: iso(3),
    reason: 'location is missing',
  })
  receipts.note([change('update', 'r3', 4)])
  receipts.noteFaults([])
  receipts.noteCalendar({ ids: undefined, synced: [event('r3', 4)] }, at(5))
  expect(receipts.find(5)).toMatchObject({ revision: 'r3', state: 'live' })
})

it('is removed once the calendar in memory lacks it, and can come back', () => {
  const receipts = open()
  receipts.noteCalendar({ ids: undefined, synced: [event('r1', 1)] }, at(2))
  receipts.note([change('delete', 'r1', 1, 5)])
  expect(receipts.find(5)).toMatchObject({ state: 'publishing' })
  receipts.noteCalendar({ ids: undefined, synced: [] }, at(6))
  expect(receipts.find(6)).toEqual({
    documentId: 'demo-day',
    revision: 'r1',
    state: 'removed',
    at: iso(6),
    milliseconds: 1_000,
  })
  receipts.note([change('create', 'r2', 7)])
  expect(receipts.find(7)).toMatchObject({ revision: 'r2', state: 'publishing' })
  receipts.noteCalendar({ ids: undefined, synced: [event('r2', 7)] }, at(8))
  expect(receipts.find(8)).toMatchObject({ revision: 'r2', state: 'live' })
})

it('is removed when a sweep removed it, without a webhook', () => {
  const receipts = open()
  receipts.note([change('create', 'r1', 1)])
  receipts.noteCalendar({ ids: undefined, synced: [event('r1', 1)] }, at(2))
  receipts.noteCalendar({ ids: undefined, synced: [] }, at(3))
  expect(receipts.find(3)).toMatchObject({ revision: 'r1', state: 'removed', at: iso(3) })
})

it('knows after a restart of what was removed', () => {
  const receipts = open()
  receipts.note([change('delete', 'r1', 1, 5)])
  receipts.noteCalendar({ ids: undefined, synced: [] }, at(30))
  expect(receipts.find(30)).toMatchObject({ state: 'removed', at: iso(5) })
})

it('does not wait forever for what a later change has overtaken', () => {
  const receipts = open()
  receipts.note([change('update', 'r1', 1)])
  receipts.noteCalendar({ ids: undefined, synced: [] }, at(2))
  expect(receipts.find(3)).toMatchObject({ state: 'publishing' })
  expect(receipts.find(20)).toMatchObject({ state: 'removed' })
})

it('keeps the newest revision, whatever their order of arrival', () => {
  const receipts = open()
  receipts.noteCalendar({ ids: undefined, synced: [event('r2', 2)] }, at(2))
  receipts.note([change('update', 'r1', 1, 3)])
  expect(receipts.find(3)).toMatchObject({ revision: 'r2', state: 'live' })
})
