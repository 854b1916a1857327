import { describe, expect, it } from 'vitest'
import { changeLater, copyEvent, type EventDocument, moveTimes, nameSeries, repeatWeekly } from './series.ts'

// A Thursday at half past six, the week before the clocks change.
const event: EventDocument = {
  _id: 'a',
  _type: 'event',
  _rev: 'r',
  title: 'Breakfast',
  date: '2026-10-30T01:30:00.000Z',
  end: '2026-10-30T03:00:00.000Z',
  status: 'cancelled',
  formerDate: '2026-10-23T01:30:00.000Z',
  location: 'SHACK15',
  imported: { source: 'import.a', uid: 'u', id: 'a', values: '{}' },
  suggested: 'typed by hand',
  recordingUrl: 'https://example.org/recording',
  slidesUrl: 'https://example.org/slides',
}

describe('an event', () => {
  it('keeps its local time and its length on another day', () => {
    expect(moveTimes(event, '2026-11-05')).toEqual({
      date: '2026-11-06T02:30:00.000Z',
      end: '2026-11-06T04:00:00.000Z',
    })
    const night = { date: '2026-11-06T06:00:00.000Z', end: '2026-11-06T09:00:00.000Z' }
    expect(moveTimes(night, '2026-11-12')).toEqual({
      date: '2026-11-13T06:00:00.000Z',
      end: '2026-11-13T09:00:00.000Z',
    })
    expect(moveTimes({ date: event.date }, '2026-10-29')).toEqual({ date: event.date })
  })

  it('is copied with the status scheduled', () => {
    expect(copyEvent(event, '2026-11-05', 'b')).toEqual({
      _id: 'b',
      _type: 'event',
      title: 'Breakfast',
      location: 'SHACK15',
      date: '2026-11-06T02:30:00.000Z',
      end: '2026-11-06T04:00:00.000Z',
      status: 'scheduled',
    })
  })

  it('is repeated every week', () => {
    let number = 0
    const repeated = repeatWeekly(event, { count: 3, series: 's', makeId: () => String((number += 1)) })
    expect(repeated.map(({ _id, date, series }) => [_id, date, series])).toEqual([
      ['1', '2026-11-06T02:30:00.000Z', 's'],
      ['2', '2026-11-13T02:30:00.000Z', 's'],
      ['3', '2026-11-20T02:30:00.000Z', 's'],
    ])
  })

  it('passes its fields on to later events, except their day and status', () => {
    const { end: _, ...open } = event
    const { imported: __, suggested: ___, ...plain } = event
    const later = { ...plain, _id: 'b', date: '2026-11-13T04:00:00.000Z', price: '$5', status: 'scheduled' }
    expect(changeLater({ ...open, series: 's' }, later)).toEqual({
      set: { title: 'Breakfast', location: 'SHACK15', date: '2026-11-13T02:30:00.000Z' },
      unset: ['price', 'end'],
    })
  })

  it('gives its series a name', () => {
    expect(nameSeries({ title: 'Café & Code!' }, 'abcdefgh')).toBe('café-code-abcdef')
    expect(nameSeries({ title: '!' }, 'abcdefgh')).toBe('event-abcdef')
  })
})
