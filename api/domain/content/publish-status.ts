import * as z from 'zod/mini'

const stalePagesSchema = z
  .object({ pages: z.array(z.string()), since: z.iso.datetime(), reason: z.string() })
  .check(z.describe('Pages that show an earlier version because the content is faulty.'))
export type StalePages = z.infer<typeof stalePagesSchema>

/** `GET /api/publishing/{documentId}`: what visitors see of a document. */
export const publishStatusSchema = z.object({
  revisions: z
    .array(z.string())
    .check(
      z.describe(
        'Each `_rev` that visitors see: several while some pages show an earlier one, none if they do not see the document.',
      ),
    ),
  stale: z.optional(stalePagesSchema),
  reason: z.optional(
    z.string().check(z.describe('Why visitors do not see a newer revision, with document and field.')),
  ),
  isHandedOver: z.optional(
    z
      .literal(true)
      .check(z.describe('A static host builds the site; `revisions` has the one that it was told of.')),
  ),
  path: z.optional(z.string()),
})
export type PublishStatus = z.infer<typeof publishStatusSchema>
