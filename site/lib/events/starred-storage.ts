import { isUuid } from '#domain/uuid.ts'
import { isManageToken } from '#domain/listings/manage-token.ts'

export type Starred = {
  events: readonly string[]
  /** Of the calendar on the server. Without one the events are in this browser only. */
  key?: string | undefined
  /** Events whose star has changed since the server was told. */
  unsent: readonly string[]
  /** Keys of calendars that the server is still to give up. */
  former: readonly string[]
}

export const nothingStarred: Starred = { events: [], unsent: [], former: [] }

const storageKey = 'my-calendar'

/** Undefined where the browser keeps nothing. Values of another shape are left out. */
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

/** Answers whether the browser has kept it. */
export function writeStarred(starred: Starred): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(starred))
    return true
  } catch {
    return false
  }
}

/** For changes in other tabs. Answers what ends it. */
export function watchStarred(onChange: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === storageKey || key === null) onChange()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
