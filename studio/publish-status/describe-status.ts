import type { PublishStatus, StalePages } from '#domain/content/publish-status.ts'
import { formatClock, formatMonthDay } from '#domain/pacific.ts'
import type { SiteAnswer } from './use-publish-status.ts'

export type Notice = {
  label: string
  text: string
  tone: 'default' | 'primary' | 'positive' | 'caution' | 'critical'
  link?: string
}

/** `published` and `draft` are null if there is none. */
type DocumentState = { published: Revision | null; draft: object | null }
type Revision = { _rev: string; _updatedAt: string }

/** A document's publish status for editors. `publisher`: the name of whoever published it, once it is known. */
export function describeStatus(document: DocumentState, site: SiteAnswer, publisher?: string): Notice {
  const { published } = document
  const { url, isReached, status = { revisions: [] } } = site
  const isOnSite = status.revisions.length > 0
  if (!published && !isOnSite) return unseen
  if (isReached === undefined) return asking
  if (!isReached) return describeUnreachable(url)
  if (!published) return unpublishing
  if (status.revisions.includes(published._rev))
    return status.isHandedOver ? handedOver : describeLive({ ...document, published, publisher }, status, url)
  return describeFailure(status, isOnSite) ?? publishing
}

const unseen: Notice = {
  label: 'Draft',
  tone: 'default',
  text: 'Visitors do not see this. It goes to the site when you publish it.',
}
const asking: Notice = {
  label: 'Asking the site',
  tone: 'default',
  text: 'Asking the site whether it shows this…',
}
const publishing: Notice = {
  label: 'Publishing',
  tone: 'primary',
  text: 'On its way to the site. If this takes more than a few seconds, the site checks for changes by itself within five minutes.',
}
const unpublishing: Notice = {
  label: 'Leaving the site',
  tone: 'primary',
  text: 'It is no longer published, and is about to leave the site.',
}
const handedOver: Notice = {
  label: 'Being built',
  tone: 'primary',
  text: 'The host of the site was told of this and builds the pages itself. How long that takes depends on the host.',
}

function describeUnreachable(url: string): Notice {
  return {
    label: 'Site out of reach',
    tone: 'caution',
    text: `The site does not answer at ${url}, so nobody can tell whether it shows this. The Studio keeps asking.`,
  }
}

function describeLive(
  { published, draft, publisher }: DocumentState & { published: Revision; publisher: string | undefined },
  { path, stale }: PublishStatus,
  url: string,
): Notice {
  const hasDraft = draft !== null
  const by = publisher === undefined ? '' : ` by ${publisher}`
  const notes = [
    `Live: visitors see this. Published${by} at ${describeTime(published._updatedAt)}.`,
    hasDraft && 'What you changed after that is a draft until you publish it.',
    stale && describeStale(stale),
  ]
  return {
    label: stale ? 'Live, but not on every page' : hasDraft ? 'Live, with a draft' : 'Live',
    tone: stale ? 'caution' : 'positive',
    text: notes.filter(Boolean).join(' '),
    ...(path !== undefined && { link: `${url}${path}` }),
  }
}

function describeFailure(
  { reason, stale, isHandedOver }: PublishStatus,
  isOnSite: boolean,
): Notice | undefined {
  if (reason === undefined && !stale) return undefined
  const shown = isOnSite || isHandedOver ? 'Visitors see the earlier version.' : 'Visitors do not see it.'
  return {
    label: 'Not on the site',
    tone: 'critical',
    text: stale ? describeStale(stale) : `The site could not show this. ${shown} Reason: ${reason}`,
  }
}

function describeStale({ pages, since, reason }: StalePages): string {
  const named = pages.slice(0, 3).join(', ')
  const others = pages.length > 3 ? ` and ${pages.length - 3} other pages` : ''
  return `Visitors have been seeing an earlier version of ${named}${others} since ${describeTime(since)}. Reason: ${reason}`
}

/** `Nov 20, 14:03:07 in San Francisco`. */
function describeTime(instant: string): string {
  return `${formatMonthDay(instant)}, ${formatClock(instant)} in San Francisco`
}
