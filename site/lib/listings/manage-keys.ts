import { isManageToken } from '#domain/listings/manage-token.ts'
import { isUuid } from '#domain/uuid.ts'
import { readPathParts } from '../page/path.ts'
import { readStored, watchStored, writeStored } from '../page/storage.ts'

export type ManageKey = { id: string; token: string; title: string }

const storageKey = 'listings'

export function isManageKey(value: unknown): value is ManageKey {
  const { id, token, title } = Object(value) as Record<string, unknown>
  return (
    typeof id === 'string' &&
    isUuid(id) &&
    typeof token === 'string' &&
    isManageToken(token) &&
    typeof title === 'string'
  )
}

/** Undefined if storage is switched off. Leaves out invalid values. */
export function readManageKeys(): ManageKey[] | undefined {
  const stored = readStored('localStorage', storageKey)
  if (stored === undefined) return undefined
  return Array.isArray(stored) ? stored.filter(isManageKey) : []
}

/** Returns whether the browser stored them: storage may be full or switched off. */
export function writeManageKeys(listings: readonly ManageKey[]): boolean {
  return writeStored('localStorage', storageKey, listings)
}

/** Reports changes in other tabs. Returns a function that ends it. */
export function watchManageKeys(onChange: () => void): () => void {
  return watchStored(storageKey, onChange)
}

export function isManagedHere(): boolean {
  const { hash, pathname } = window.location
  const id = readPathParts(pathname)[0]?.toLowerCase()
  return (
    hash.startsWith('#manage=') ||
    (readManageKeys()?.some((manageKey) => manageKey.id.toLowerCase() === id) ?? false)
  )
}
