import { expect, it, vi } from 'vitest'
import { afterPaint } from './after-paint.ts'

function stubBrowser({ hidden = false, reports = ['paint'] }: { hidden?: boolean; reports?: string[] }) {
  let report: () => void = () => {}
  vi.stubGlobal('document', { hidden })
  vi.stubGlobal('window', { requestIdleCallback: (act: () => void) => act() })
  class Observer {
    static supportedEntryTypes = reports
    disconnect = vi.fn<() => void>()
    constructor(act: (entries: unknown, observer: Observer) => void) {
      report = () => act([], this)
    }
    observe() {}
  }
  vi.stubGlobal('PerformanceObserver', Observer)
  return { paint: () => report() }
}

it('waits for the first paint', () => {
  const { paint } = stubBrowser({})
  const act = vi.fn<() => void>()
  afterPaint(act)
  expect(act).not.toHaveBeenCalled()
  paint()
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
