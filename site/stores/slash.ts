import { atom } from 'nanostores'

const key = 'slash'

/**
 * Whether the “/” key leads to the search: not where there are only fingers and no keys. Who speaks to a computer, or hits
 * keys by chance, needs it off (WCAG 2.1.4).
 */
export const $isSlashOn = atom(readKept())

/** Switches it, and remembers that in this browser, where it keeps anything. */
export function switchSlash(isOn: boolean): void {
  $isSlashOn.set(isOn)
  try {
    if (isOn) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // Storage is full or switched off: it counts until this page is left.
  }
}

function readKept(): boolean {
  try {
    return !matchMedia('(hover: none) and (pointer: coarse)').matches && localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}
