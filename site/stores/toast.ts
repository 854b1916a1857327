import { atom } from 'nanostores'

export type Toast = { title: string; description: string; variant: 'default' | 'destructive' }

export type ShownToast = Toast & { id: number; open: boolean }

/** At most one at a time. */
export const $toast = atom<ShownToast | undefined>()

/** How long a dismissed toast is kept (spec, section 9), in milliseconds. */
const removalDelay = 1_000_000

let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined

export function showToast(toast: Toast): void {
  clearTimeout(removal)
  lastId += 1
  $toast.set({ ...toast, id: lastId, open: true })
}

/** Closes the toast now and removes it later, so that it can be seen leaving. */
export function dismissToast(): void {
  const toast = $toast.get()
  if (!toast?.open) return
  $toast.set({ ...toast, open: false })
  removal = setTimeout(() => $toast.set(undefined), removalDelay)
}

const nextPageKey = 'toast'

/** Shows the toast on the next page. */
export function flashToast(toast: Toast): void {
  try {
    sessionStorage.setItem(nextPageKey, JSON.stringify(toast))
  } catch {
    // Storage is full or switched off: the next page shows no toast.
  }
}

export function showFlash(): void {
  try {
    const left = sessionStorage.getItem(nextPageKey)
    sessionStorage.removeItem(nextPageKey)
    if (left) showToast(JSON.parse(left) as Toast)
  } catch {
    // Storage is switched off: there is nothing to show.
  }
}
