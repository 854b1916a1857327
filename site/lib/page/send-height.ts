/**
 * Tells the embedding page the height of the list, on each change and on request (`api/pages/embed.js`). Inlined: it
 * may use nothing from outside.
 */
export function sendHeight(): void {
  // Not the document, which is never lower than the frame.
  const list = document.querySelector('main')
  if (window.parent === window || !list) return
  const send = () =>
    window.parent.postMessage({ embedHeight: Math.ceil(list.getBoundingClientRect().height) }, '*')
  // Send once without the observer: it does not run in a frame that is not visible.
  send()
  new ResizeObserver(send).observe(list)
  window.addEventListener('message', send)
}
