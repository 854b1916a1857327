import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { judgeSignature } from '../content/signature.ts'
import { takeChange } from '../content/take-change.ts'
import { concernsSite, readMessage } from '../content/webhook.ts'
import type { Database } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import { refuseMethod } from '../http/refuse-method.ts'
import type { Logger } from '../log.ts'

export type HookSettings = {
  projectId: string
  dataset: string
  /** The secret in use, and during a rotation the one before. */
  secrets: readonly string[]
}

/** A document is at most some hundred kilobytes; the hosted service sends it whole. */
const largestBody = 4 * 1024 * 1024

/**
 * `/api/hooks/content`: takes a signed webhook of the content. Answers 200 as soon as the change is on disk, or is
 * known, or is none of the site's; never 4xx for a fault of ours, since that is not sent again: while the database
 * is away the answer is 503.
 */
export function hookRoutes(sql: Database, logger: Logger, settings: HookSettings) {
  const routes = new Hono()
  const refuseLarge = bodyLimit({
    maxSize: largestBody,
    onError: () => {
      throw new RequestError(413, 'this is too large for a webhook', { Connection: 'close' })
    },
  })

  routes.post('/content', refuseLarge, async (c) => {
    const body = Buffer.from(await c.req.arrayBuffer())
    const header = c.req.header('sanity-webhook-signature')
    const verdict = judgeSignature({ header, body, secrets: settings.secrets, now: Date.now() })
    if (verdict !== 'good') {
      logger.warn({ verdict }, 'a webhook was refused for its signature')
      throw new RequestError(401, `the webhook’s signature is ${verdict}`)
    }
    const message = readMessage(body.toString())
    if (!message) {
      logger.error('a signed webhook is not of the form that the README gives: check its projection')
      throw new RequestError(400, 'the webhook is not of the form that is expected: check its projection')
    }
    if (!concernsSite(message, settings)) return c.text('ignored', 200)

    const delivery = c.req.header('idempotency-key') ?? createHash('sha256').update(body).digest('hex')
    const taken = await takeChange(sql, delivery.slice(0, 200), message)
    if (taken.outcome === 'faulty') {
      logger.error({ document: message.documentId, reason: taken.reason }, 'an event cannot be shown')
    }
    return c.text(taken.outcome, 200)
  })
  routes.all('/content', refuseMethod('POST'))

  return routes
}
