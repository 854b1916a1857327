import * as z from 'zod/mini'

const since = z.iso.datetime()
const reason = z.string().check(z.describe('One sentence for the operator.'))

export const healthSchema = z.object({
  status: z.enum(['ok', 'degraded', 'failing']),
  release: z.string(),
  database: z.enum(['ok', 'read-only', 'away']),
  content: z.enum(['ok', 'stale', 'away']),
  lastProvenBackup: z.nullable(z.iso.datetime()),
  stale: z.optional(z.array(z.object({ page: z.string(), since, reason }))),
  problems: z.optional(z.array(z.object({ name: z.string(), since, reason }))),
})
export type Health = z.infer<typeof healthSchema>

export const readySchema = z.object({
  status: z.enum(['ok', 'failing']),
  database: z.optional(z.literal('away')),
})

export const clientSchema = z.object({
  network: z.string().check(z.describe('As rate limits count it.')),
  isForwarded: z.boolean().check(z.describe('Whether the request has `X-Forwarded-For`.')),
  isTrusted: z.boolean().check(z.describe('Whether a trusted proxy has sent it.')),
})
