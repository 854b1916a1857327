import { isManageToken } from '#domain/listings/manage-token.ts'
import { isUuid } from '#domain/uuid.ts'
import { readPathParts } from '../page/path.ts'
import { readStored } from '../page/storage.ts'

export type ManageKey = { id: string; token: string; title: string }

export const manageKeysName = 'listings'

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

/** Leaves out invalid values. */
export function parseManageKeys(stored: unknown): ManageKey[] {
  return Array.isArray(stored) ? stored.filter(isManageKey) : []
}

export function isManagedHere(): boolean {
  const { hash, pathname } = window.location
  const id = readPathParts(pathname)[0]?.toLowerCase()
  const known = parseManageKeys(readStored('localStorage', manageKeysName))
  return hash.startsWith('#manage=') || known.some((manageKey) => manageKey.id.toLowerCase() === id)
}
