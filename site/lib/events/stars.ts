import { isUuid } from '#domain/uuid.ts'
import { isManageToken } from '#domain/listings/manage-token.ts'

export type Starred = {
  events: readonly string[]
  /** Token of the calendar on the server. Without one, the events are in this browser only. */
  key?: string | undefined
  /** The calendar's version on the server that `events` contains. */
  version?: string | undefined
  /** Events whose star changed since that version. */
  unsent: readonly string[]
  /** Keys of former calendars that are still to be deleted on the server. */
  former: readonly string[]
  /** When the star of an event was last clicked, in epoch milliseconds: the clicks of the last minute. */
  clicked: Readonly<Record<string, number>>
}

export const nothingStarred: Starred = { events: [], unsent: [], former: [], clicked: {} }

/**
 * `theirs`, with those clicks of the last minute that only `ours` knows. A tab may read the storage as it was before
 * another tab's last write, and then write it back without that tab's click.
 */
export function mergeStars(ours: Starred, theirs: Starred): Starred {
  const missed = recentClicks(ours).filter(([id, at]) => at > (theirs.clicked[id] ?? 0))
  if (missed.length === 0) return theirs
  const clicked = { ...theirs.clicked, ...Object.fromEntries(missed) }
  const isMissed = (id: string) => missed.some(([each]) => each === id)
  const take = (name: 'events' | 'unsent') => replaceWhere(isMissed, theirs[name], ours[name])
  return {
    ...theirs,
    clicked,
    events: take('events'),
    unsent: theirs.key === undefined ? [] : take('unsent'),
  }
}

/** `theirs`, but what the list says about the ids that `isOwn` names comes from `ours`. */
export function replaceWhere(
  isOwn: (id: string) => boolean,
  theirs: readonly string[],
  ours: readonly string[],
): string[] {
  return [...theirs.filter((id) => !isOwn(id)), ...ours.filter(isOwn)]
}

export function recentClicks({ clicked }: Pick<Starred, 'clicked'>): Array<[id: string, at: number]> {
  const now = Date.now()
  return Object.entries(clicked).filter(([, at]) => now - at < 60_000)
}

/** Leaves out what is no event id or no key. */
export function parseStarred(stored: unknown): Starred {
  const { events, key, version, unsent, former, clicked } = Object(stored) as Record<string, unknown>
  return {
    events: list(events).filter(isUuid),
    key: list([key]).find(isManageToken),
    version: list([version])[0],
    unsent: list(unsent).filter(isUuid),
    former: list(former).filter(isManageToken),
    clicked: Object(clicked) as Record<string, number>,
  }
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}
