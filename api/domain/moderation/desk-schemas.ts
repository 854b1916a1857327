import * as z from 'zod/mini'
import { storedListingSchema } from '#domain/listings/listing-schemas.ts'
import { banKinds, listingStates, withheldBy } from '#domain/moderation/desk.ts'
import { reportReasons } from '#domain/moderation/reasons.ts'

/** What the desk's routes answer. */

const reasonSchema = z.enum(reportReasons)

/** Newest first. */
const reportsSchema = z.array(
  z.object({ reason: reasonSchema, text: z.string(), reportedAt: z.iso.datetime(), isRejected: z.boolean() }),
)

export const deskListingSchema = z.extend(storedListingSchema, {
  state: z.enum(listingStates),
  by: z.nullable(z.enum(withheldBy)),
  reason: z.nullable(reasonSchema),
  showAt: z.nullable(z.iso.datetime()),
  dispute: z.nullable(z.string()),
  score: z.nullable(z.number()),
  signals: z.array(z.object({ name: z.string(), points: z.number() })),
  reports: reportsSchema,
  decision: z.nullable(z.string()).check(z.describe('The newest change that can be undone.')),
  canBan: z.boolean().check(z.describe('Whether the network and contacts of the post are still stored.')),
})

export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** A user of the Studio, `filter`, `limit`, `reports`, `owner`, `time`, `visitor` or `command line`. */
  who: z.string(),
  what: z.string(),
  reason: z.nullable(z.string()),
  why: z.string(),
})

export const listingHistorySchema = z.extend(deskListingSchema, { history: z.array(auditEntrySchema) })

export const deskListSchema = z.object({
  counts: z.object({ waiting: z.int(), reported: z.int(), events: z.int() }),
  listings: z.array(deskListingSchema),
  /** Reported events, only in the queue `reported`. */
  events: z.array(z.object({ id: z.guid(), title: z.string(), reports: reportsSchema })),
  /** Set while reports hide no listings, because they have just hidden many: when they do again. */
  pausedUntil: z.nullable(z.iso.datetime()),
  next: z.nullable(z.string()).check(z.describe('The parameter `before` of the next page.')),
})

export const deskResultSchema = z.object({
  id: z.guid(),
  state: z.nullable(z.enum(listingStates)),
  decision: z.optional(z.string().check(z.describe('What `undo` takes back.'))),
  problem: z.optional(z.string().check(z.describe('Why the listing could not be changed.'))),
})

export const savedBanSchema = z.object({
  id: z.string(),
  kind: z.enum(banKinds),
  text: z.nullable(z.string()).check(z.describe('Null if only a hash is stored.')),
  why: z.string(),
  who: z.string(),
  at: z.iso.datetime(),
  /** A ban of a contact or network ends after 30 days, with the key of the hash. */
  until: z.nullable(z.iso.datetime()),
})
