/** The link that shares by mail becomes the browser's own sharing, or where it has none copies the address. */
export function shareInPlace(): void {
  const link = document.querySelector<HTMLAnchorElement>('#share')
  const { share = '', copied = '' } = link?.dataset ?? {}
  const canShare = 'share' in navigator
  if (!link || (!canShare && !navigator.clipboard)) return
  const { origin, pathname } = location
  // A manage link stays where it is.
  const url = `${origin}${pathname}`
  link.textContent = share
  link.setAttribute('role', 'button')
  link.addEventListener('click', (event) => {
    event.preventDefault()
    const shared = canShare
      ? navigator.share({ title: document.title, url })
      : navigator.clipboard.writeText(url).then(() => (link.textContent = copied))
    // The reader changed their mind, or the browser forbids it: the address bar still has it.
    shared.catch(() => {})
  })
}
