import { atom } from 'nanostores'

const key = 'slash'

/** Off without a keyboard. Can be switched off, since speech input may trigger the key by accident (WCAG 2.1.4). */
export const $isSlashOn = atom(readSlashSetting())

export function switchSlash(isOn: boolean): void {
  $isSlashOn.set(isOn)
  try {
    if (isOn) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // Storage is full or switched off: the choice lasts until the page is left.
  }
}

function readSlashSetting(): boolean {
  try {
    return !matchMedia('(hover: none) and (pointer: coarse)').matches && localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}
