type StorageName = 'localStorage' | 'sessionStorage'

/** Undefined if the storage is switched off, null if it has no such value. A text that is not JSON is returned as it is. */
export function readStored(name: StorageName, key: string): unknown {
  try {
    return parseStored(globalThis[name].getItem(key))
  } catch {
    return undefined
  }
}

function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return text
  }
}

/** Undefined removes the value. Returns false if the storage is full or switched off. */
export function writeStored(name: StorageName, key: string, value: unknown): boolean {
  try {
    if (value === undefined) globalThis[name].removeItem(key)
    else globalThis[name].setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Calls `onChange` with what another tab has written to `localStorage`. Returns a function that ends it. */
export function watchStored(key: string, onChange: (written: unknown) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) onChange(parseStored(event.newValue))
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
