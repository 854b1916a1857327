import { messages } from '#domain/language.ts'

/** Opens components/listings/ManagedListingsDialog.astro by its link or its fragment. */
export function watchManagedListingsDialog(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#my-listings')
  const mountPoint = dialog?.querySelector('.mount-point')
  const fragment = '#my-listings'
  const link = document.querySelector<HTMLAnchorElement>(`a[href="${fragment}"]`)
  let reload: (() => void) | undefined

  async function open() {
    if (!dialog || !mountPoint || dialog.open) return
    dialog.showModal()
    if (reload) return reload()
    mountPoint.textContent = messages().managed.loading
    try {
      const { mountManagedListings } = await import('./ManagedListings.tsx')
      reload ??= mountManagedListings(mountPoint)
    } catch {
      mountPoint.textContent = messages().managed.notLoaded
    }
  }

  /** Also if the link was pressed before this script loaded. */
  function openAtFragment() {
    if (location.hash !== fragment) return
    history.replaceState(history.state, '', location.pathname + location.search)
    link?.focus({ preventScroll: true }) // The fragment moved the focus; closing returns it here.
    void open()
  }

  link?.addEventListener('click', (event) => {
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent
    // Let the browser open a new tab or window, which opens the dialog by the fragment.
    if (ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    void open()
  })
  dialog?.setAttribute('data-scripted', '')
  addEventListener('hashchange', openAtFragment)
  openAtFragment()
}
