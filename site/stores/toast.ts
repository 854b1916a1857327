import { atom } from 'nanostores'
import { readStored, writeStored } from '../lib/page/storage.ts'

export type Toast = { title: string; description: string; variant: 'default' | 'destructive' }

export type ShownToast = Toast & { id: number; open: boolean }

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

/** Shows the toast on the next page, if the browser can store it. */
export function flashToast(toast: Toast): void {
  writeStored('sessionStorage', nextPageKey, toast)
}

export function showFlash(): void {
  const left = readStored('sessionStorage', nextPageKey) as Toast | null | undefined
  writeStored('sessionStorage', nextPageKey, undefined)
  if (left) showToast(left)
}
