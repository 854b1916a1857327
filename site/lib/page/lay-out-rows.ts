import { findScrollPosition } from './scroll-restoration.ts'

const rowsPerTurn = 20

/**
 * Lays out the rows that `content-visibility: auto` skips, some whenever the browser is idle: with their real heights,
 * the scrollbar and scroll positions are right. At once, if a scroll position is to be restored. Returns a function that
 * ends it.
 */
export function layOutRows(rows: string): () => void {
  const skipped = [...document.querySelectorAll<HTMLElement>(rows)].filter(
    ({ style }) => style.contentVisibility === '',
  )
  let isEnded = false
  const layOutSome = (count = rowsPerTurn) => {
    if (isEnded) return
    for (const { style } of skipped.splice(0, count)) style.contentVisibility = 'visible'
    if (skipped.length > 0) whenIdle(() => layOutSome())
  }
  if (findScrollPosition()) layOutSome(skipped.length)
  else whenIdle(() => layOutSome())
  return () => {
    isEnded = true
  }
}

/** Safari has no idle callbacks. */
export function whenIdle(act: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(act, { timeout: 1_000 })
  else setTimeout(act)
}
