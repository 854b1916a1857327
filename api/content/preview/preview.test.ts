import type { SanityClient } from '@sanity/client'
import { Observable, type Subscriber } from 'rxjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentLogger } from '../../tests/silent-logger.ts'
import { watchDrafts } from './preview.ts'

/** `watchDrafts` on streams that the test controls. */
function makeDrafts() {
  const streams: Subscriber<void>[] = []
  const unsubscribe = vi.fn<() => void>()
  const listening = new Observable<void>((subscriber) => {
    streams.push(subscriber)
    return unsubscribe
  })
  const client = { listen: () => listening } as unknown as SanityClient
  return { drafts: watchDrafts(client, silentLogger), streams, unsubscribe }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('announces simultaneous changes once, and later changes again', () => {
  const { drafts, streams } = makeDrafts()
  const tell = vi.fn<() => void>()
  drafts.subscribe(() => tell())
  for (let change = 0; change < 10; change += 1) {
    streams[0]?.next()
    vi.advanceTimersByTime(9)
  }
  expect(tell).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10)
  expect(tell).toHaveBeenCalledTimes(1)
  streams[0]?.next()
  vi.advanceTimersByTime(100)
  expect(tell).toHaveBeenCalledTimes(2)
})

it('shares one subscription, renews it after a fault, and ends it when the last follower leaves', () => {
  const { drafts, streams, unsubscribe } = makeDrafts()
  const tells = [vi.fn<() => void>(), vi.fn<() => void>()]
  const following = tells.map((tell) => drafts.subscribe(() => tell()))
  expect(streams).toHaveLength(1)
  streams[0]?.error(new Error('cut'))
  vi.advanceTimersByTime(2_000)
  expect(streams).toHaveLength(2)
  following[0]?.unsubscribe()
  streams[1]?.next()
  vi.advanceTimersByTime(100)
  expect(tells.map((tell) => tell.mock.calls.length)).toEqual([0, 1])
  streams[1]?.next()
  following[1]?.unsubscribe()
  expect(unsubscribe).toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(tells.map((tell) => tell.mock.calls.length)).toEqual([0, 1])
})
