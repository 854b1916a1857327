import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterPaint } from './after-paint.ts'

type Browser = { hidden?: boolean; reports?: string[]; isIdle?: boolean }

function stubBrowser({ hidden = false, reports = ['paint'], isIdle = true }: Browser) {
  let report: () => void = () => {}
  vi.stubGlobal('document', { hidden })
  vi.stubGlobal('window', {
    requestIdleCallback: (act: () => void, { timeout }: IdleRequestOptions) =>
      isIdle ? act() : setTimeout(act, timeout),
  })
  class Observer {
    static supportedEntryTypes = reports
    disconnect = () => (report = () => {})
    constructor(act: () => void) {
      report = act
    }
    observe() {}
  }
  vi.stubGlobal('PerformanceObserver', Observer)
  return { paint: () => report() }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('waits for the first paint', () => {
  const { paint } = stubBrowser({})
  const act = vi.fn<() => void>()
  afterPaint(act)
  expect(act).not.toHaveBeenCalled()
  paint()
  vi.runAllTimers()
  expect(act).toHaveBeenCalledOnce()
})

it.each([
  ['in a hidden page, which is not painted', { hidden: true }],
  ['in a browser that does not report paints', { reports: [] }],
])('does not wait %s', (_, browser) => {
  stubBrowser(browser)
  const act = vi.fn<() => void>()
  afterPaint(act)
  expect(act).toHaveBeenCalledOnce()
})

it('waits at most three seconds for a paint and one for idle time', () => {
  const { paint } = stubBrowser({ isIdle: false })
  const act = vi.fn<() => void>()
  afterPaint(act)
  vi.advanceTimersByTime(3_999)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledOnce()
  paint()
  vi.runAllTimers()
  expect(act).toHaveBeenCalledOnce()
})
