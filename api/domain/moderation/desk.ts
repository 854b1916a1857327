import * as z from 'zod/mini'
import { cleanText } from '#domain/clean-text.ts'
import type {
  auditEntrySchema,
  deskListingSchema,
  deskListSchema,
  deskResultSchema,
  savedBanSchema,
} from '#domain/moderation/desk-schemas.ts'
import { maxDispute, reportReasons, maxReportText } from '#domain/moderation/reasons.ts'

/**
 * States in which visitors do not see a listing. `held`: waits for a review, and is shown automatically at `showAt`, or
 * only by a person if that is null. `hidden`: waits for a decision. `removed`: by decision; its text is erased later.
 */
export const withheldStates = ['held', 'hidden', 'removed'] as const
export type WithheldState = (typeof withheldStates)[number]
export const listingStates = ['shown', ...withheldStates] as const
export type ListingState = (typeof listingStates)[number]

/** Who withheld it: the spam filter, the limit of all posts, several reports, an edit of a hidden listing, the team. */
export const withheldBy = ['filter', 'limit', 'reports', 'edit', 'team'] as const
export type WithheldBy = (typeof withheldBy)[number]

/** For the owner. */
export const withheldSchema = z.object({
  state: z.enum(withheldStates),
  by: z.enum(withheldBy),
  /** The reason of the team, or the most frequent one of the reports. */
  reason: z.nullable(z.enum(reportReasons)),
  withheldAt: z.iso.datetime(),
  showAt: z.nullable(z.iso.datetime()),
  dispute: z.nullable(z.string()).check(z.describe('The objection of the owner.')),
})
export type Withheld = z.infer<typeof withheldSchema>

export type Signal = DeskListing['signals'][number]

/**
 * `draft`: the Studio created an event draft from the listing, with the same id. `distrust`: rejects all undecided
 * reports of the networks that reported the listing, and shows what reports hid among them.
 */
export const deskActions = ['show', 'hide', 'delete', 'move', 'keep', 'distrust', 'draft', 'undo'] as const
export type DeskAction = (typeof deskActions)[number]

/** A row of the audit table. `what` is a desk action, or post, hold, refuse, edit, report, dispute, ban, unban, forget, resume. */
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** A listing as the desk shows it. Reported events are `DeskEvent`s; they are edited in their documents. */
export type DeskListing = z.infer<typeof deskListingSchema>
export type DeskEvent = DeskList['events'][number]

/**
 * `waiting`: held, hidden by reports, or hidden by the team and disputed since; `reported`: shown, with reports that
 * nobody has decided on; `hidden`: hidden by the team.
 */
export const deskQueues = ['waiting', 'reported', 'newest', 'hidden', 'removed'] as const
export type DeskQueue = (typeof deskQueues)[number]

export type DeskList = z.infer<typeof deskListSchema>

/** Text for the team. The output is cleaned. */
function noteSchema(maximum: number) {
  return z.string().check(
    z.overwrite((text) => cleanText(text, 'many')),
    z.maxLength(maximum),
  )
}

export const decisionSchema = z.object({
  why: z._default(noteSchema(500), ''),
  who: noteSchema(100).check(z.minLength(1)),
})

/** The most listings that one change may change. */
export const maxChanged = 500

export const deskChangeSchema = z.strictObject({
  action: z.enum(deskActions),
  ids: z.array(z.guid()).check(z.minLength(1), z.maxLength(maxChanged)),
  /** For `undo`: the decision of each listing that is meant. Without one, it is the newest. */
  decisions: z.optional(z.record(z.guid(), z.string())),
  /** Required for `hide` and `delete`. */
  reason: z.optional(z.enum(reportReasons)),
  /** The target of `move`: names from the catalogue. */
  category: z.optional(z.string()),
  subcategory: z.optional(z.string()),
  ...decisionSchema.shape,
})
export type DeskChange = z.output<typeof deskChangeSchema>

export type DeskResult = z.infer<typeof deskResultSchema>

export const banKinds = ['contact', 'network', 'phrase'] as const
export type BanKind = (typeof banKinds)[number]

/** A contact or network comes from a `listing`; a contact or phrase may be typed as `text`. */
export const banSchema = z.strictObject({
  kind: z.enum(banKinds),
  listing: z.optional(z.guid()),
  text: z.optional(noteSchema(200).check(z.minLength(3))),
  ...decisionSchema.shape,
})
export type NewBan = z.output<typeof banSchema>

export type Ban = z.infer<typeof savedBanSchema>

export const disputeSchema = noteSchema(maxDispute).check(z.minLength(1))

/** `POST /api/listings/{id}/reports` and `/api/events/{id}/reports`. */
export const reportSchema = z.strictObject({
  reason: z.enum(reportReasons),
  text: z._default(noteSchema(maxReportText), ''),
})
export type NewReport = z.output<typeof reportSchema>
