import * as z from 'zod/mini'
import { cleanText } from '#domain/clean-text.ts'
import type { ListingInput } from '#domain/listings/listing.ts'
import { maxDispute, type ReportReason, reportReasons, maxReportText } from '#domain/moderation/reasons.ts'

/**
 * States in which visitors do not see a listing. `held`: waits for a review, and is shown automatically at `showAt`, or
 * only by a person if that is null. `hidden`: waits for a decision. `removed`: by decision; its text is erased later.
 */
export const withheldStates = ['held', 'hidden', 'removed'] as const
export type WithheldState = (typeof withheldStates)[number]
export type ListingState = 'shown' | WithheldState

/** Who withheld it: the spam filter, the limit of all posts, several reports, an edit of a hidden listing, the team. */
export type WithheldBy = 'filter' | 'limit' | 'reports' | 'edit' | 'team'

/** For the owner. Instants are ISO 8601 in UTC. */
export type Withheld = {
  state: WithheldState
  by: WithheldBy
  /** The team's reason, or the most frequent one of the reports. */
  reason: ReportReason | null
  withheldAt: string
  showAt: string | null
  /** The owner's objection. */
  dispute: string | null
}

export type Signal = { name: string; points: number }

export type Report = { reason: ReportReason; text: string; reportedAt: string; isRejected: boolean }

/**
 * `draft`: the Studio created an event draft from the listing, with the same id. `distrust`: rejects all undecided
 * reports of the networks that reported the listing, and shows what reports hid among them.
 */
export const deskActions = ['show', 'hide', 'delete', 'move', 'keep', 'distrust', 'draft', 'undo'] as const
export type DeskAction = (typeof deskActions)[number]

/** A row of the audit table. `what` is a desk action, or post, hold, refuse, edit, report, dispute, ban, unban, forget, resume. */
export type AuditEntry = {
  id: string
  at: string
  /** The name of a Studio user, `filter`, `limit`, `reports`, `owner`, `time`, or `command line`. */
  who: string
  what: string
  reason: string | null
  why: string
}

/** A listing as the desk shows it. Reported events are `DeskEvent`s; they are edited in their documents. */
export type DeskListing = ListingInput & {
  id: string
  createdAt: string
  /** `shown` with or without reports. */
  state: ListingState
  by: WithheldBy | null
  reason: ReportReason | null
  showAt: string | null
  dispute: string | null
  score: number | null
  signals: Signal[]
  /** Newest first. */
  reports: Report[]
  /** The newest change that can be undone. */
  decision: string | null
  /** Whether the post's network and contacts are still stored, so that they can be banned. */
  canBan: boolean
}

export type DeskEvent = { id: string; title: string; reports: Report[] }

/**
 * `waiting`: held, hidden by reports, or hidden by the team and disputed since; `reported`: shown, with reports that
 * nobody has decided on; `hidden`: hidden by the team.
 */
export const deskQueues = ['waiting', 'reported', 'newest', 'hidden', 'removed'] as const
export type DeskQueue = (typeof deskQueues)[number]

export type DeskList = {
  counts: { waiting: number; reported: number; events: number }
  listings: DeskListing[]
  /** Reported events, only in the queue `reported`. */
  events: DeskEvent[]
  /** Set while reports hide no listings, because they have just hidden many: when they do again. */
  pausedUntil: string | null
  /** The value of the parameter `before` for the next page. */
  next: string | null
}

/** Text for the team. The output is cleaned. */
function noteSchema(maximum: number) {
  return z.string().check(
    z.overwrite((text) => cleanText(text, 'many')),
    z.maxLength(maximum),
  )
}

/** The most listings that one change may change. */
export const maxChanged = 500

export const deskChangeSchema = z.strictObject({
  action: z.enum(deskActions),
  ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxChanged)),
  /** For `undo`: the decision of each listing that is meant. Without one, it is the newest. */
  decisions: z.optional(z.record(z.uuid(), z.string())),
  /** Required for `hide` and `delete`. */
  reason: z.optional(z.enum(reportReasons)),
  why: z._default(noteSchema(500), ''),
  /** The target of `move`: names from the catalogue. */
  category: z.optional(z.string()),
  subcategory: z.optional(z.string()),
  who: noteSchema(100).check(z.minLength(1)),
})
export type DeskChange = z.output<typeof deskChangeSchema>

/** `decision`: what `undo` takes back. `problem`: a sentence, if the action could not be applied to this listing. */
export type DeskResult = {
  id: string
  state: ListingState | null
  decision?: string | undefined
  problem?: string
}

export const banKinds = ['contact', 'network', 'phrase'] as const
export type BanKind = (typeof banKinds)[number]

/** A contact or network comes from a `listing`; a contact or phrase may be typed as `text`. */
export const banSchema = z.strictObject({
  kind: z.enum(banKinds),
  listing: z.optional(z.uuid()),
  text: z.optional(noteSchema(200).check(z.minLength(3))),
  why: z._default(noteSchema(500), ''),
  who: noteSchema(100).check(z.minLength(1)),
})
export type NewBan = z.output<typeof banSchema>

/** `text` is null if only a hash is stored. A ban of a contact or network ends after 30 days, with the hash's key. */
export type Ban = {
  id: string
  kind: BanKind
  text: string | null
  why: string
  who: string
  at: string
  until: string | null
}

export const disputeSchema = noteSchema(maxDispute).check(z.minLength(1))

/** `POST /api/listings/{id}/reports` and `/api/events/{id}/reports`. */
export const reportSchema = z.strictObject({
  reason: z.enum(reportReasons),
  text: z._default(noteSchema(maxReportText), ''),
})
export type NewReport = z.output<typeof reportSchema>
