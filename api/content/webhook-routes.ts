import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Database } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import { createBodyReader } from '../http/read-body.ts'
import type { Logger } from '../runtime/log.ts'
import { applyWebhook } from './apply-webhook.ts'
import { isSignature, verifySignature, type SignatureVerdict } from './signature.ts'
import { concernsSite, readMessage } from './webhook.ts'

export type HookSettings = {
  projectId: string
  dataset: string
  /** The current secret, and during a rotation the one before. */
  secrets: readonly string[]
}

/** Bounds memory until the signature is checked. Documents have at most a few hundred kilobytes. */
const limits = {
  maxBytes: 4 * 1024 * 1024,
  maxConcurrent: 50,
  maxTotalBytes: 32 * 1024 * 1024,
  timeoutMs: 5_000,
}

const again = { 'Retry-After': '5', Connection: 'close' }
const refusals = {
  tooLarge: () => new RequestError(413, 'the webhook is too large', { Connection: 'close' }),
  // Not 4xx, which Sanity does not retry.
  tooMany: () => new RequestError(503, 'too many webhooks at once, send this one again', again),
  tooSlow: () => new RequestError(503, 'the webhook took too long to arrive, send it again', again),
}

const maxKeyLength = 200

/**
 * `/api/hooks/content`: signed webhooks. 200 once stored, known, or irrelevant; 503 while the database is away. Our
 * own faults never give 4xx, which Sanity does not retry. Wrong headers are refused before the body is read.
 */
export function hookRoutes(sql: Database, logger: Logger, settings: HookSettings) {
  const routes = new Hono()
  const readBytes = createBodyReader(limits, refusals)

  function refuse(verdict: SignatureVerdict): RequestError {
    logger.warn({ verdict }, 'a webhook was refused for its signature')
    return new RequestError(401, `the webhook’s signature is ${verdict}`)
  }

  routes.post('/content', async (c) => {
    const header = c.req.header('sanity-webhook-signature')
    if (!isSignature(header)) throw refuse('malformed')
    const key = c.req.header('idempotency-key')
    if (key !== undefined && key.length > maxKeyLength)
      throw new RequestError(400, `an Idempotency-Key has at most ${maxKeyLength} characters`)
    const body = await readBytes(c)
    const verdict = verifySignature({ header, body, secrets: settings.secrets, now: Date.now() })
    if (verdict !== 'good') throw refuse(verdict)
    const message = readMessage(body.toString())
    if (!message) {
      logger.error('a signed webhook has the wrong shape: check its projection (docs/content.md)')
      throw new RequestError(400, 'the webhook has the wrong shape: check its projection')
    }
    if (!concernsSite(message, settings)) return c.text('ignored', 200)

    const delivery = key ?? createHash('sha256').update(body).digest('hex')
    const applied = await applyWebhook(sql, delivery, message)
    if (applied.outcome === 'faulty') {
      logger.error(
        { document: message.documentId, reason: applied.reason },
        'an event or venue cannot be shown',
      )
    }
    return c.text(applied.outcome, 200)
  })

  return routes
}
