/**
 * Calls `act` when the browser is idle after the first paint, so that loading does not delay the paint. Does not wait
 * in a hidden page, which is not painted. Both waits have a timeout: a browser that draws no frames reports neither a
 * paint nor idle time, and the page would never react. Inlined into pages (bundle.ts): it may use only its argument.
 */
export function afterPaint(act: () => void): void {
  const whenIdle = () =>
    window.requestIdleCallback ? window.requestIdleCallback(act, { timeout: 1_000 }) : setTimeout(act)
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) {
    whenIdle()
    return
  }
  const observer = new PerformanceObserver(stopWaiting)
  const timer = setTimeout(stopWaiting, 3_000)
  observer.observe({ type: 'paint', buffered: true })

  function stopWaiting() {
    clearTimeout(timer)
    observer.disconnect()
    whenIdle()
  }
}

/** Loads the page's modules, whose `src` bundle.ts has turned into `data-src`. Inlined, as above. */
export function startScripts(): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-src]'))
    script.src = script.dataset['src'] ?? ''
}
