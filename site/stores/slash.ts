import { atom } from 'nanostores'
import { readStored, writeStored } from '../lib/page/storage.ts'

const key = 'slash'

/** Off without a keyboard. Can be switched off, since speech input may trigger the key by accident (WCAG 2.1.4). */
export const $isSlashOn = atom(readSlashSetting())

export function switchSlash(isOn: boolean): void {
  $isSlashOn.set(isOn)
  writeStored('localStorage', key, isOn ? undefined : 'off')
}

function readSlashSetting(): boolean {
  if (import.meta.env.SSR) return true
  return (
    !matchMedia('(hover: none) and (pointer: coarse)').matches && readStored('localStorage', key) !== 'off'
  )
}
