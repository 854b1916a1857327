import { readFileSync } from 'node:fs'
import { parse } from 'groq-js'
import * as z from 'zod'
import { lakeIdentity } from '../assets/documents.ts'
import { OperatorError } from '../errors.ts'
import { jsonText } from '../http/requests.ts'
import { isPublishedId } from '../mutations/document-id.ts'
import { releasePath } from '../releases/release.ts'
import type { Store } from '../store/types.ts'
import { hostedTiming, startDeliverer } from './deliver.ts'
import { openOutbox } from './outbox.ts'

type Options = {
  projectId: string
  dataset: string
  timing?: typeof hostedTiming
}

/** Adds each change of a published document to the outbox in the same transaction, and delivers from there. */
export function startWebhooks(store: Store, hooks: readonly Webhook[], options: Options) {
  const { projectId, dataset, timing = hostedTiming } = options
  const outbox = openOutbox(store.database)
  const sender = { projectId, dataset, timeoutMs: timing.timeoutMs }
  const deliverers = hooks.map((hook) => startDeliverer(hook, { outbox, timing, sender }))

  store.beforeCommit((transaction) => {
    if (transaction.identity === lakeIdentity) return
    const changes = transaction.changes.filter(
      ({ documentId }) => isPublishedId(documentId) && !documentId.startsWith(releasePath),
    )
    for (const hook of hooks) outbox.add(hook.id, changes, transaction)
  })
  const stopListening = store.afterCommit(({ changes }) => {
    const ids = changes.map(({ documentId }) => documentId)
    for (const deliverer of deliverers) deliverer.deliverPending(ids)
  })
  for (const deliverer of deliverers) deliverer.deliverPending()
  return {
    deleteOtherDeliveries: () => outbox.deleteOthers(hooks.map(({ id }) => id)),
    /** Aborts the attempts in progress; the next start repeats them. */
    async stop() {
      stopListening()
      await Promise.all(deliverers.map((deliverer) => deliverer.stop()))
    },
  }
}

const groq = z.string().superRefine((text, context) => {
  try {
    parse(text, { mode: 'delta' })
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is not valid GROQ: ${(error as Error).message}` })
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

const webhooksSchema = jsonText.pipe(
  z
    .array(webhookSchema)
    .refine(
      (hooks) => new Set(hooks.map(({ id }) => id)).size === hooks.length,
      'has two webhooks with the same id',
    ),
)

export type Webhook = z.output<typeof webhookSchema>

/** Reads a JSON file with an array of webhooks. Throws OperatorError without any secret. */
export function readWebhooks(path: string): Webhook[] {
  const result = webhooksSchema.safeParse(readText(path))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new OperatorError(`The webhooks in ${path}: ${issue?.path.join('.') || 'the file'} ${issue?.message}`)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new OperatorError(`LAKE_WEBHOOKS names ${path}, which cannot be read`, { cause: error })
  }
}
