import { readFileSync } from 'node:fs'
import { parse } from 'groq-js'
import * as z from 'zod'

/** A settings file with a fault. The message names the file, the place and what is right; it repeats no secret. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

export const operations = ['create', 'update', 'delete'] as const

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
  /** What the changed document must be; with before(), after() and delta:: as on the hosted service. */
  filter: groq.optional(),
  /** The body that is sent; without it the whole document. */
  projection: groq.optional(),
  on: z
    .array(z.enum(operations))
    .min(1)
    .default([...operations]),
  includeDrafts: z.boolean().default(false),
})

export type Webhook = z.output<typeof webhookSchema>
export type Operation = Webhook['on'][number]

/** Reads the array of webhooks in a JSON file. Throws SettingsError. */
export function readWebhooks(path: string): Webhook[] {
  const result = z.array(webhookSchema).safeParse(readJson(path))
  if (!result.success) {
    const [issue] = result.error.issues
    throw new SettingsError(
      `The webhooks in ${path}: ${issue?.path.join('.') || 'the file'} ${issue?.message}`,
    )
  }
  const ids = result.data.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new SettingsError(`The webhooks in ${path}: two have the id ${twice}`)
  return result.data
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is no JSON' : 'cannot be read'
    throw new SettingsError(`LAKE_WEBHOOKS names ${path}, which ${reason}`, { cause: error })
  }
}
