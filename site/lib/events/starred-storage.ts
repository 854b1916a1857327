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
  /** When the star of an event was last clicked, in epoch milliseconds: the clicks of the last minute (`mergeStars`). */
  clicked?: Readonly<Record<string, number>>
}

export const nothingStarred: Starred = { events: [], unsent: [], former: [] }

const mergedForMs = 60_000

/**
 * `theirs`, with those clicks of the last minute that only `ours` knows. A tab may read the storage as it was before
 * another tab's last write, even under a lock, and then write it back without that tab's click.
 */
export function mergeStars(ours: Starred, theirs: Starred, now: number): Starred {
  const clicked = Object.fromEntries(
    Object.entries(ours.clicked ?? {}).filter(
      ([id, at]) => at > (theirs.clicked?.[id] ?? 0) && now - at < mergedForMs,
    ),
  )
  if (Object.keys(clicked).length === 0) return theirs
  const take = (own: readonly string[], other: readonly string[]) => [
    ...other.filter((id) => !(id in clicked)),
    ...own.filter((id) => id in clicked),
  ]
  return {
    ...theirs,
    events: take(ours.events, theirs.events),
    unsent: theirs.key === undefined ? [] : take(ours.unsent, theirs.unsent),
    clicked: { ...theirs.clicked, ...clicked },
  }
}

const storageKey = 'my-calendar'

/** Undefined if storage is switched off. Leaves out invalid values. */
export function readStarred(): Starred | undefined {
  try {
    return parse(localStorage.getItem(storageKey))
  } catch {
    return undefined
  }
}

function parse(text: string | null): Starred {
  const { events, key, unsent, former, clicked } = Object(parseJson(text ?? '')) as Record<string, unknown>
  return {
    events: list(events).filter(isUuid),
    unsent: list(unsent).filter(isUuid),
    former: list(former).filter(isManageToken),
    ...(typeof key === 'string' && isManageToken(key) && { key }),
    clicked: Object.fromEntries(
      Object.entries(Object(clicked)).filter(
        (entry): entry is [string, number] => isUuid(entry[0]) && typeof entry[1] === 'number',
      ),
    ),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}

/** Returns whether the browser stored it. Leaves out clicks that `mergeStars` no longer needs. */
export function writeStarred(starred: Starred, now: number): boolean {
  const recent = Object.entries(starred.clicked ?? {}).filter(([, at]) => now - at < mergedForMs)
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...starred, clicked: Object.fromEntries(recent) }))
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

/** Reports what another tab has written. Returns a function that ends it. */
export function watchStarred(onChange: (written: Starred) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey || key === null) onChange(parse(newValue))
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
