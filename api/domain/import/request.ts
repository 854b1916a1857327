import * as z from 'zod/mini'
import { dateOrders, importKinds, mappedFields } from '#domain/import/found.ts'

const line = z.string().check(z.maxLength(2_000))

/** Body of `POST /api/import`: an address, or a file in base64 with its name or the id of its source. */
export const importRequestSchema = z
  .strictObject({
    address: z.optional(line),
    file: z.optional(z.string()),
    name: z.optional(line),
    source: z.optional(z.string().check(z.regex(/^import\.[0-9a-f]{24}$/))),
    zone: z.optional(z.string().check(z.maxLength(100))),
    mapping: z.optional(z.partialRecord(z.enum(mappedFields), line)),
    dateOrder: z.optional(z.enum(dateOrders)),
    kind: z.optional(z.enum(importKinds)),
  })
  .check(
    z.refine(
      ({ address, file, name, source }) =>
        (address !== undefined) !== (file !== undefined && (name ?? source) !== undefined),
    ),
  )
export type ImportRequest = z.infer<typeof importRequestSchema>
