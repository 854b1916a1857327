/**
 * Tells the page around the frame how high its list is, at each change and when asked (`api/pages/embed.js`). Inline: it uses
 * nothing from outside.
 */
export function sendHeight(): void {
  // The document is never lower than the frame.
  const list = document.querySelector('main')
  if (window.parent === window || !list) return
  const send = () =>
    window.parent.postMessage({ embedHeight: Math.ceil(list.getBoundingClientRect().height) }, '*')
  // Browsers observe nothing in a frame that is out of sight.
  send()
  new ResizeObserver(send).observe(list)
  window.addEventListener('message', send)
}
