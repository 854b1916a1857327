import { expect, it, vi } from 'vitest'
import { afterPaint } from './after-paint.ts'

function stubBrowser({ hidden }: { hidden: boolean }) {
  const frames: Array<() => void> = []
  vi.stubGlobal('document', { hidden })
  vi.stubGlobal('window', { requestIdleCallback: (act: () => void) => act() })
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act))
  return { drawFrame: () => frames.shift()?.() }
}

it('waits for the frame after the first one, when that is on the screen', () => {
  const { drawFrame } = stubBrowser({ hidden: false })
  const act = vi.fn<() => void>()
  afterPaint(act)
  drawFrame()
  expect(act).not.toHaveBeenCalled()
  drawFrame()
  expect(act).toHaveBeenCalledOnce()
})

it('does not wait for a frame in a hidden page, which has none', () => {
  stubBrowser({ hidden: true })
  const act = vi.fn<() => void>()
  afterPaint(act)
  expect(act).toHaveBeenCalledOnce()
})
