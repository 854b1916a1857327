import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CalendarEvent } from '#domain/events/event.ts'
import { plainEvent } from '../tests/make-event.ts'
import { createSnapshot } from './snapshot.ts'

// Few values, so that ids, dates and titles collide often.
const ids = Array.from({ length: 8 }, (_, number) => `6f1d2c3b-4a59-4e68-8f77-${`${number}`.repeat(12)}`)
const dates = ['2026-10-31T23:00:00.000Z', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z']

const eventArbitrary = fc
  .record({
    id: fc.constantFrom(...ids),
    date: fc.constantFrom(...dates),
    title: fc.constantFrom('a', 'B', '\u{1f600}', '\uff5e'),
    days: fc.constantFrom(0, 1, 2, 40),
  })
  .map(({ days, ...fields }): CalendarEvent => ({
    ...(days > 0 && { end: new Date(Date.parse(fields.date) + days * 86_400_000).toISOString() }),
    ...plainEvent,
    ...fields,
  }))
const eventsArbitrary = fc.uniqueArray(eventArbitrary, { selector: ({ id }) => id })
const changeArbitrary = fc.record({ ids: fc.uniqueArray(fc.constantFrom(...ids)), events: eventsArbitrary })

it('equals a new snapshot of the same events after each change', () => {
  fc.assert(
    fc.property(eventsArbitrary, fc.array(changeArbitrary), (events, changes) => {
      const snapshot = createSnapshot(events)
      const rows = new Map(events.map((event) => [event.id, event]))
      for (const change of changes) {
        const written = change.events.filter(({ id }) => change.ids.includes(id))
        for (const id of change.ids) rows.delete(id)
        for (const event of written) rows.set(event.id, event)
        snapshot.replace(change.ids, written)
        const fresh = createSnapshot([...rows.values()])
        expect(snapshot.listAll()).toEqual(fresh.listAll())
        expect(ids.map(snapshot.find)).toEqual(ids.map(fresh.find))
        expect(snapshot.listDay('2026-11-01')).toEqual(fresh.listDay('2026-11-01'))
        expect(snapshot.listSummaries('2026-11-02')).toEqual(fresh.listSummaries('2026-11-02'))
      }
    }),
  )
})

it('lists the events that run in a window, sorted by time', () => {
  fc.assert(
    fc.property(
      eventsArbitrary,
      fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-02', '2026-12-01'),
      (events, day) => {
        const snapshot = createSnapshot(events)
        const running = snapshot.listAll().filter((event) => event.day <= day && day <= event.lastDay)
        expect(snapshot.listDay(day)).toEqual(running)
        expect(snapshot.listSummaries(day, day).map(({ id }) => id)).toEqual(running.map(({ id }) => id))
      },
    ),
  )
})
