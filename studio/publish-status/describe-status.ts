import type { PublishStatus, StalePages } from '#domain/content/publish-status.ts'
import { formatClock, formatMonthDay, toDay } from '#domain/pacific.ts'
import type { SiteAnswer } from './watch-status.ts'

export type Notice = {
  label: string
  text: string
  tone: 'default' | 'primary' | 'positive' | 'caution' | 'critical'
  link?: string
}

/** `published` is the published revision, if any. */
type DocumentState = { published: string | undefined; hasDraft: boolean }

/** A document's publish status for editors. Times and `today` are in Pacific time. */
export function describeStatus(
  { published, hasDraft }: DocumentState,
  site: SiteAnswer,
  today: string,
): Notice {
  const { status } = site
  if (published === undefined && (!status || status.state === 'failed')) return draft
  if (site.isReached === undefined) return asking
  if (!site.isReached) return describeUnreachable(site)
  if (published === undefined) {
    if (status?.state === 'handed over') return describeHandedOver(status, today)
    return status?.state === 'removed' ? describeRemoved(status, today) : unpublishing
  }
  if (status?.revision !== published) return publishing
  if (status.state === 'live') return describeLive(status, { site, hasDraft, today })
  if (status.state === 'handed over') return describeHandedOver(status, today)
  return status.state === 'failed' ? describeFailure(status, today) : publishing
}

const draft: Notice = {
  label: 'Draft',
  tone: 'default',
  text: 'Visitors do not see this yet. It goes to the site when you publish it.',
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

function describeUnreachable({ url }: SiteAnswer): Notice {
  return {
    label: 'Site out of reach',
    tone: 'caution',
    text: `The site does not answer at ${url}, so nobody can tell whether it shows this. The Studio keeps asking.`,
  }
}

function describeRemoved({ at }: PublishStatus, today: string): Notice {
  return {
    label: 'Off the site',
    tone: 'default',
    text: `Visitors have not seen this since ${describeTime(at, today)}.`,
  }
}

function describeLive(
  { at, milliseconds, path, stale }: PublishStatus,
  { site, hasDraft, today }: { site: SiteAnswer; hasDraft: boolean; today: string },
): Notice {
  const time = describeTime(at, today)
  const since =
    milliseconds === undefined
      ? `Live, published at ${time}.`
      : `Live since ${time} (${describeDuration(milliseconds)} after Publish).`
  const notes = [
    since,
    hasDraft && 'What you changed after that is a draft until you publish it.',
    stale && describeStale(stale, today),
  ]
  return {
    label: stale ? 'Live, but not on every page' : hasDraft ? 'Live, with a draft' : 'Live',
    tone: stale ? 'caution' : 'positive',
    text: notes.filter(Boolean).join(' '),
    ...(path !== undefined && { link: `${site.url}${path}` }),
  }
}

function describeHandedOver({ at }: PublishStatus, today: string): Notice {
  return {
    label: 'Being built',
    tone: 'primary',
    text: `The host of the site was told of this at ${describeTime(at, today)} and builds the pages itself. How long that takes depends on the host.`,
  }
}

function describeFailure({ reason = 'unknown', at, isAbsent, stale }: PublishStatus, today: string): Notice {
  const shown = isAbsent ? 'Visitors do not see it.' : 'Visitors see the earlier version.'
  return {
    label: 'Not on the site',
    tone: 'critical',
    text: stale
      ? describeStale(stale, today)
      : `The site could not show this at ${describeTime(at, today)}. ${shown} Reason: ${reason}`,
  }
}

function describeStale({ pages, since, reason }: StalePages, today: string): string {
  const named = pages.slice(0, 3).join(', ')
  const others = pages.length > 3 ? ` and ${pages.length - 3} other pages` : ''
  return `Visitors have been seeing an earlier version of ${named}${others} since ${describeTime(since, today)}. Reason: ${reason}`
}

/** `14:03:07 in San Francisco`, with the day (`Nov 20, …`) unless it is `today`. */
function describeTime(instant: string, today: string): string {
  const clock = `${formatClock(instant)} in San Francisco`
  return toDay(instant) === today ? clock : `${formatMonthDay(instant)}, ${clock}`
}

const units = [
  { name: 's', milliseconds: 1_000, below: 60_000, digits: 1 },
  { name: 'min', milliseconds: 60_000, below: 3_600_000, digits: 0 },
  { name: 'h', milliseconds: 3_600_000, below: 48 * 3_600_000, digits: 0 },
  { name: 'days', milliseconds: 24 * 3_600_000, below: Infinity, digits: 0 },
]

/** `0.6 s`, `4 min`, `3 h` or `12 days`. */
function describeDuration(milliseconds: number): string {
  const rounded = Math.max(100, Math.round(milliseconds / 100) * 100)
  const unit = units.find(({ below }) => rounded < below)
  if (!unit) return ''
  return `${(rounded / unit.milliseconds).toFixed(unit.digits)} ${unit.name}`
}
