/**
 * Calls `act` when the browser is idle after the first paint, so that what it loads does not delay that. A hidden page is
 * not painted: there it does not wait. Inlined into pages (bundle.ts): it may use only its argument.
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

/** Begins to load the modules of the page, which `bundle.ts` leaves without `src`. Inlined, as above. */
export function startScripts(): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-src]'))
    script.src = script.dataset['src'] ?? ''
}
