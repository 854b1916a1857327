import { pickDetails } from '#domain/listings/details.ts'
import type { DeskAction, DeskListing } from '#domain/moderation/desk.ts'
import { en } from '#domain/messages/en.ts'
import { formatDateAndTime } from '#domain/pacific.ts'

export const reasonNames = en.moderation.reasons

const who = {
  filter: 'the spam filter',
  limit: 'the limit of all posts',
  reports: 'reports',
  edit: 'an edit of its owner',
  team: 'the team',
}

/** In one sentence, in San Francisco time. */
export function describeState({ state, by, reason, showAt }: DeskListing): string {
  if (state === 'shown') return 'Shown to visitors.'
  const name = { held: 'Held', hidden: 'Hidden', removed: 'Removed' }[state]
  const cause = by === null ? '' : ` by ${who[by]}`
  const why = reason === null ? '' : `, ${reasonNames[reason]}`
  const until =
    showAt !== null
      ? ` It will be shown on ${formatDateAndTime(showAt)}, if nobody decides before.`
      : state === 'held'
        ? ' It waits for a decision.'
        : ''
  return `${name}${cause}${why}.${until}`
}

export function describeRow(listing: DeskListing): string {
  const { category, subcategory, location, state, showAt, score, reports } = listing
  const open = reports.filter(({ isRejected }) => !isRejected).length
  return [
    ...(state === 'held' && showAt === null ? ['waits for a decision'] : []),
    `${category} › ${subcategory}`,
    location,
    ...(score === null || score === 0 ? [] : [`${Math.round(score * 10) / 10} points`]),
    ...(open === 0 ? [] : [open === 1 ? '1 report' : `${open} reports`]),
  ].join(' · ')
}

export function listDetails(listing: DeskListing): string[] {
  return Object.entries(pickDetails(listing)).map(([name, value]) => `${name}: ${value}`)
}

/** For the notice after a decision on `count` listings. */
export function describeDone(action: DeskAction, count: number): string {
  const done = {
    show: 'Shown',
    keep: 'Kept, its reports were wrong',
    distrust: 'Rejected the reports of these networks, and restored what they hid',
    hide: 'Hidden',
    delete: 'Removed: its text is erased in 30 seconds',
    move: 'Moved',
    draft: 'Event draft created',
    undo: 'Undone',
  }[action]
  return `${done}${count > 1 ? ` (${count})` : ''}.${action === 'undo' ? '' : ' Press u to undo.'}`
}
