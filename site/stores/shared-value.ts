import { atom, onMount } from 'nanostores'
import { readStored, watchStored, writeStored } from '../lib/page/storage.ts'

type SharedValueSettings<Value> = {
  initial: Value
  /** Leaves out what is invalid. */
  parse: (stored: unknown) => Value
  /** Adds to `theirs` what only this tab knows; returns `theirs` itself if that is nothing. */
  merge?: (ours: Value, theirs: Value) => Value
  onMerge?: () => void
}

/** A value in `localStorage` that all tabs share. */
export function createSharedValue<Value>(key: string, settings: SharedValueSettings<Value>) {
  const { initial, parse, merge = (_ours, theirs) => theirs, onMerge } = settings
  const $value = atom(initial)
  /** False: the browser cannot store it, so it lasts until the page is left. */
  const $isStored = atom(true)

  /** Reads storage: another tab may have changed it. */
  function read(): Value {
    const stored = $isStored.get() ? readStored('localStorage', key) : undefined
    return stored === undefined ? $value.get() : merge($value.get(), parse(stored))
  }

  /** Returns whether the browser stored it. */
  function change(update: (present: Value) => Value): boolean {
    const value = update(read())
    $isStored.set(writeStored('localStorage', key, value))
    $value.set(value)
    return $isStored.get()
  }

  onMount($value, () => {
    if (import.meta.env.SSR) return undefined
    $value.set(read())
    return watchStored(key, (written) => {
      // Theirs would replace what only this tab has.
      if (!settings.merge && !$isStored.get()) return
      const theirs = parse(written)
      const merged = merge($value.get(), theirs)
      $value.set(merged)
      if (merged === theirs) return
      change((present) => present)
      onMerge?.()
    })
  })
  return { $value, $isStored, read, change }
}
