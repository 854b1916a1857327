import type { SanityClient } from '@sanity/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followDrafts } from './follow-drafts.ts'
import { silentLogger } from '../../tests/silent-logger.ts'

type Observer = { next: () => void; error: (fault: Error) => void }

/** Drafts whose streams a test speaks for. */
function makeDrafts() {
  const streams: Observer[] = []
  const unsubscribe = vi.fn<() => void>()
  const subscribe = (observer: Observer) => {
    streams.push(observer)
    return { unsubscribe }
  }
  const client = { listen: () => ({ subscribe }) } as unknown as SanityClient
  return { drafts: followDrafts(client, silentLogger), streams, unsubscribe }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('announces simultaneous changes once, and later changes again', () => {
  const { drafts, streams } = makeDrafts()
  const tell = vi.fn<() => void>()
  drafts.follow(tell)
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
  const leaves = tells.map((tell) => drafts.follow(tell))
  expect(streams).toHaveLength(1)
  streams[0]?.error(new Error('cut'))
  vi.advanceTimersByTime(2_000)
  expect(streams).toHaveLength(2)
  leaves[0]?.()
  streams[1]?.next()
  vi.advanceTimersByTime(100)
  expect(tells.map((tell) => tell.mock.calls.length)).toEqual([0, 1])
  streams[1]?.next()
  leaves[1]?.()
  expect(unsubscribe).toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(tells.map((tell) => tell.mock.calls.length)).toEqual([0, 1])
})
