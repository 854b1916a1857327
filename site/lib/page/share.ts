/** Turns the share-by-email link into the browser's own sharing; without that, into a button that copies the URL. */
export function shareInPlace(): void {
  const link = document.querySelector<HTMLAnchorElement>('#share')
  const { share = '', copied = '' } = link?.dataset ?? {}
  const canShare = 'share' in navigator
  if (!link || (!canShare && !navigator.clipboard)) return
  const { origin, pathname } = location
  // Without the fragment, which may be a manage token.
  const url = `${origin}${pathname}`
  link.textContent = share
  link.setAttribute('role', 'button')
  link.addEventListener('click', (event) => {
    event.preventDefault()
    const shared = canShare
      ? navigator.share({ title: document.title, url })
      : navigator.clipboard.writeText(url).then(() => (link.textContent = copied))
    // Cancelled, or forbidden by the browser: the address bar still has the URL.
    shared.catch(() => {})
  })
}
