import { readFileSync } from 'node:fs'
import { parse } from 'groq-js'
import * as z from 'zod'
import { OperatorError } from '../errors.ts'

const groq = z.string().superRefine((text, context) => {
  try {
    parse(text, { mode: 'delta' })
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is no GROQ: ${(error as Error).message}` })
  }
})

const webhookSchema = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, 'must be letters, digits, - and _'),
  name: z.string().optional(),
  url: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }),
  secret: z.string().min(1).optional(),
  /** GROQ with before(), after() and delta::, as in the hosted service. */
  filter: groq.optional(),
  /** The body; default: the whole document. */
  projection: groq.optional(),
})

const webhooksSchema = z
  .array(webhookSchema)
  .refine((hooks) => new Set(hooks.map(({ id }) => id)).size === hooks.length, 'has two of the same id')

export type Webhook = z.output<typeof webhookSchema>

/** Reads a JSON file with an array of webhooks. Throws OperatorError without any secret. */
export function readWebhooks(path: string): Webhook[] {
  const result = webhooksSchema.safeParse(readJson(path))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new OperatorError(`The webhooks in ${path}: ${issue?.path.join('.') || 'the file'} ${issue?.message}`)
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is no JSON' : 'cannot be read'
    throw new OperatorError(`LAKE_WEBHOOKS names ${path}, which ${reason}`, { cause: error })
  }
}
