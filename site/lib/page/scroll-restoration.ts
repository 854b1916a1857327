import { readStored, writeStored } from './storage.ts'

/** The link of the window's first whole row, its distance from the window's top in pixels, and the number of rows. */
type ScrollPosition = { href: string; top: number; rows: number }

const keyOf = () => `place ${window.location.pathname}${window.location.search}`

/** Only after a reload, Back or Forward. */
export function findScrollPosition(): ScrollPosition | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'reload' && navigation?.type !== 'back_forward') return undefined
  return (readStored('sessionStorage', keyOf()) as ScrollPosition | null) ?? undefined
}

/** For lists filled by script, where the browser restores scroll too early. Returns a function that ends it. */
export function restoreScrollPosition(rows: string, loadMore?: () => Promise<void>): () => void {
  const ending = new AbortController()
  // The browser would scroll by estimated heights, at a time of its own.
  window.history.scrollRestoration = 'manual'
  const position = findScrollPosition()
  // Do not overwrite the position if the reader leaves before it is restored.
  let isReturning = position !== undefined
  if (position)
    void scrollBackTo(position, rows, loadMore, ending.signal).finally(() => (isReturning = false))
  window.addEventListener('pagehide', () => isReturning || saveScrollPosition(rows), {
    signal: ending.signal,
  })
  return () => ending.abort()
}

async function scrollBackTo(
  { href, top, rows: wanted }: ScrollPosition,
  rows: string,
  loadMore: (() => Promise<void>) | undefined,
  ended: AbortSignal,
): Promise<void> {
  const moved = new AbortController()
  const signal = AbortSignal.any([ended, moved.signal])
  // Stop when the reader scrolls, clicks or presses a key.
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    window.addEventListener(type, () => moved.abort(), { signal, passive: true })
  const count = () => document.querySelectorAll(rows).length
  for (let known = 0; loadMore && !signal.aborted && known < count() && count() < wanted;) {
    known = count()
    await loadMore()
    await nextFrame()
  }
  const link = document.querySelector(`${rows} a[href="${CSS.escape(href)}"]`)
  // Rows that were never visible have estimated heights, which become real ones frame by frame.
  for (let frame = 0, still = 0; link && frame < 120 && still < 10 && !signal.aborted; frame += 1) {
    const distance = link.getBoundingClientRect().top - top
    still = Math.abs(distance) < 1 ? still + 1 : 0
    if (still === 0) window.scrollBy({ top: distance, behavior: 'instant' })
    await nextFrame()
  }
  moved.abort()
}

const nextFrame = () => new Promise(requestAnimationFrame)

function saveScrollPosition(rows: string): void {
  const all = [...document.querySelectorAll(rows)]
  const edges = all.map((row) => row.getBoundingClientRect())
  // The row above the first whole one may get another height, for example before its font has loaded.
  const whole = edges.findIndex(({ top }) => top >= 0 && top < window.innerHeight)
  const first = all[whole < 0 ? edges.findIndex(({ bottom }) => bottom > 0) : whole]
  const link = first?.querySelector<HTMLAnchorElement>('a[href]')
  const position: ScrollPosition | undefined =
    link && window.scrollY !== 0
      ? { href: link.getAttribute('href') ?? '', top: link.getBoundingClientRect().top, rows: all.length }
      : undefined
  writeStored('sessionStorage', keyOf(), position)
}
