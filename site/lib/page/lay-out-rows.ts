import { findScrollPosition } from './scroll-restoration.ts'

const rowsPerTurn = 100

/**
 * Lays out the rows that `content-visibility: auto` skips, some whenever the browser is idle, once the page is used: with
 * their real heights, the scrollbar and scroll positions are right. At once, if a scroll position is to be restored.
 * Returns a function that ends it.
 */
export function layOutRows(rows: string): () => void {
  const skipped = [...document.querySelectorAll<HTMLElement>(rows)].filter(
    ({ style }) => style.contentVisibility === '',
  )
  const ending = new AbortController()
  const layOutSome = (count = rowsPerTurn) => {
    if (ending.signal.aborted) return
    for (const { style } of skipped.splice(0, count)) style.contentVisibility = 'visible'
    if (skipped.length > 0) whenIdle(() => layOutSome())
  }
  if (findScrollPosition()) layOutSome(skipped.length)
  else whenUsed(() => whenIdle(() => layOutSome()), ending.signal)
  return () => ending.abort()
}

const uses = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'] as const
let isUsed = false

/** Once the reader does something: until then, work that nobody may need would delay what they see first. */
export function whenUsed(act: () => void, signal: AbortSignal): void {
  if (isUsed || window.scrollY > 0) {
    act()
    return
  }
  const used = new AbortController()
  for (const use of uses)
    window.addEventListener(
      use,
      () => {
        isUsed = true
        used.abort()
        act()
      },
      { passive: true, signal: AbortSignal.any([signal, used.signal]) },
    )
}

/** Safari has no idle callbacks. */
export function whenIdle(act: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(act, { timeout: 1_000 })
  else setTimeout(act)
}
