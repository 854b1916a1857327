import { isUuid } from '#domain/uuid.ts'
import { isManageToken } from '#domain/listings/manage-token.ts'

export type Starred = {
  events: readonly string[]
  /** Token of the calendar on the server. Without one, the events are in this browser only. */
  key?: string | undefined
  /** Events whose star changed since the last sync with the server. */
  unsent: readonly string[]
  /** Keys of former calendars that are still to be deleted on the server. */
  former: readonly string[]
}

export const nothingStarred: Starred = { events: [], unsent: [], former: [] }

const storageKey = 'my-calendar'

/** Undefined if storage is switched off. Leaves out invalid values. */
export function readStarred(): Starred | undefined {
  try {
    return parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
  } catch (error) {
    return error instanceof SyntaxError ? nothingStarred : undefined
  }
}

function parse(value: unknown): Starred {
  const { events, key, unsent, former } = Object(value) as Record<string, unknown>
  return {
    events: list(events).filter(isUuid),
    unsent: list(unsent).filter(isUuid),
    former: list(former).filter(isManageToken),
    ...(typeof key === 'string' && isManageToken(key) && { key }),
  }
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}

/** Returns whether the browser stored it. */
export function writeStarred(starred: Starred): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(starred))
    return true
  } catch {
    return false
  }
}

/**
 * Runs a change while no other tab runs one, so that none overwrites another's. Without Web Locks (plain HTTP, storage
 * switched off) it just runs.
 */
export async function lockStarred(change: () => void): Promise<void> {
  let isDone = false
  const changeOnce = () => {
    if (isDone) return
    isDone = true
    change()
  }
  // A page that is left before it has the lock never gets it.
  addEventListener('pagehide', changeOnce)
  try {
    await navigator.locks.request(storageKey, changeOnce)
  } catch {
    changeOnce()
  }
  removeEventListener('pagehide', changeOnce)
}

/** Reports changes in other tabs. Returns a function that ends it. */
export function watchStarred(onChange: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === storageKey || key === null) onChange()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
