import type { Receipt, StalePages } from '#domain/receipt.ts'
import { describeDuration, describeTime } from './describe-time.ts'
import type { Site } from './follow-site.ts'

/** What an editor is told of a document: in a word, and in a sentence. */
export type Notice = {
  label: string
  text: string
  tone: 'default' | 'primary' | 'positive' | 'caution' | 'critical'
  /** Where visitors see it. */
  link?: string
}

type DocumentState = {
  /** The revision that is published, if one is. */
  published: string | undefined
  hasDraft: boolean
}

/** What the site says of a document, in an editor's words. Clock times and `today` are those of San Francisco. */
export function describeReceipt(
  documentId: string,
  { published, hasDraft }: DocumentState,
  site: Site,
  today: string,
): Notice {
  const receipt = site.receipts.get(documentId)
  if (published === undefined && (!receipt || receipt.state === 'failed')) return draft
  if (site.isReached === undefined) return asking
  if (!site.isReached) return describeAway(site)
  if (published === undefined) {
    if (receipt?.state === 'handed over') return describeHandedOver(receipt, today)
    return receipt?.state === 'removed' ? describeRemoved(receipt, today) : leaving
  }
  if (receipt?.revision !== published) return publishing
  if (receipt.state === 'live') return describeLive(receipt, { site, hasDraft, today })
  if (receipt.state === 'handed over') return describeHandedOver(receipt, today)
  return receipt.state === 'failed' ? describeFailure(receipt, today) : publishing
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
  text: 'On its way to the site. If this takes more than a few seconds, the site looks by itself within five minutes.',
}
const leaving: Notice = {
  label: 'Leaving the site',
  tone: 'primary',
  text: 'It is no longer published, and is about to leave the site.',
}

function describeAway({ url }: Site): Notice {
  return {
    label: 'Site out of reach',
    tone: 'caution',
    text: `The site does not answer at ${url}, so nobody can tell whether it shows this. The Studio keeps asking.`,
  }
}

function describeRemoved({ at }: Receipt, today: string): Notice {
  return {
    label: 'Off the site',
    tone: 'default',
    text: `Visitors have not seen this since ${describeTime(at, today)}.`,
  }
}

function describeLive(
  { at, milliseconds, path, stale }: Receipt,
  { site, hasDraft, today }: { site: Site; hasDraft: boolean; today: string },
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

function describeHandedOver({ at }: Receipt, today: string): Notice {
  return {
    label: 'Being built',
    tone: 'primary',
    text: `The host of the site was told of this at ${describeTime(at, today)} and builds the pages itself. That takes as long as it takes there.`,
  }
}

function describeFailure({ reason = 'unknown', at, stale }: Receipt, today: string): Notice {
  return {
    label: 'Not on the site',
    tone: 'critical',
    text: stale
      ? describeStale(stale, today)
      : `The site could not show this at ${describeTime(at, today)}. Visitors see the earlier version. Reason: ${reason}`,
  }
}

function describeStale({ pages, since, reason }: StalePages, today: string): string {
  const named = pages.slice(0, 3).join(', ')
  const others = pages.length > 3 ? ` and ${pages.length - 3} other pages` : ''
  return `Visitors have been seeing an earlier version of ${named}${others} since ${describeTime(since, today)}. Reason: ${reason}`
}
