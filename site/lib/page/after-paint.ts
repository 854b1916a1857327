/**
 * Calls `act` when the browser is idle after the first paint, so that loading does not delay the paint. Does not wait
 * in a hidden page, which is not painted. Inlined into pages (bundle.ts): it may use only its argument.
 */
export function afterPaint(act: () => void): void {
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(act)
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) whenIdle()
  else
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      whenIdle()
    }).observe({ type: 'paint', buffered: true })
}

/** Loads the page's modules, whose `src` bundle.ts has turned into `data-src`. Inlined, as above. */
export function startScripts(): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-src]'))
    script.src = script.dataset['src'] ?? ''
}
