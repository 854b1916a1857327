import { formatError, log } from '../errors.ts'
import { composeBody, type Sender, sendOnce } from './send.ts'
import type { Delivery, Outbox } from './outbox.ts'
import type { Webhook } from './webhooks.ts'

/** The hosted service documents a timeout of 30 seconds and retries for 30 minutes. */
export const hostedTiming = {
  /** Before the second attempt; doubles with each further one. */
  firstPauseMs: 1_000,
  maxPauseMs: 5 * 60_000,
  /** After the first attempt. */
  giveUpAfterMs: 30 * 60_000,
  timeoutMs: 30_000,
}

/** Documents delivered concurrently. */
const concurrency = 6
/** With this many failing documents, the receiver itself is down: try no others until a retry is due. */
const maxBackoffs = 100

type Dependencies = {
  outbox: Outbox
  sender: Sender
  timing: typeof hostedTiming
}

/**
 * Delivers to one webhook: the changes of a document in order, several documents concurrently. Each failing document
 * is retried by itself, with exponential back-off.
 */
export function startDeliverer(webhook: Webhook, dependencies: Dependencies) {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<string, Promise<void>>()
  const backoffTimers = new Map<string, NodeJS.Timeout>()
  /** Documents that changed during their attempt: if it fails, the next one follows at once. */
  const changedMeanwhile = new Set<string>()

  /** Documents that have just changed do not wait for their retry. */
  function deliverPending(documentIds: Iterable<string> = []): void {
    for (const id of documentIds) {
      cancelBackoff(id)
      if (running.has(id)) changedMeanwhile.add(id)
    }
    try {
      while (!signal.aborted && running.size < concurrency && backoffTimers.size < maxBackoffs) {
        const delivery = dependencies.outbox.next(webhook.id, [...running.keys(), ...backoffTimers.keys()])
        if (delivery === undefined) return
        running.set(delivery.documentId, run(delivery))
      }
    } catch (error) {
      log(formatError(error))
    }
  }

  async function run(delivery: Delivery): Promise<void> {
    const isFailing = await attempt(webhook, delivery, dependencies, signal).catch((error: unknown) => {
      log(formatError(error))
      return true
    })
    running.delete(delivery.documentId)
    const isChanged = changedMeanwhile.delete(delivery.documentId)
    if (isFailing && !isChanged) startBackoff(delivery)
    deliverPending()
  }

  function startBackoff({ documentId, attempts }: Delivery): void {
    if (signal.aborted) return
    const { firstPauseMs, maxPauseMs } = dependencies.timing
    const milliseconds = Math.min(firstPauseMs * 2 ** attempts, maxPauseMs)
    backoffTimers.set(
      documentId,
      setTimeout(() => deliverPending([documentId]), milliseconds),
    )
  }

  function cancelBackoff(documentId: string): void {
    clearTimeout(backoffTimers.get(documentId))
    backoffTimers.delete(documentId)
  }

  return {
    deliverPending,
    /** Aborts the attempts in progress; their deliveries stay in the outbox. */
    async stop() {
      stopping.abort()
      for (const id of backoffTimers.keys()) cancelBackoff(id)
      await Promise.all(running.values())
    },
  }
}

/** Returns whether to retry. */
async function attempt(
  webhook: Webhook,
  delivery: Delivery,
  { outbox, sender, timing }: Dependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const at = Date.now()
  const failure = await send(webhook, delivery, sender, signal)
  if (failure !== undefined && signal.aborted) return false
  const isOver = Date.now() - (delivery.firstAttemptAt ?? at) >= timing.giveUpAfterMs
  if (failure?.isTemporary === true && !isOver) {
    outbox.recordAttempt(delivery, at)
    return true
  }
  outbox.delete(delivery)
  if (failure) log(`The webhook ${webhook.id} gave up ${delivery.documentId}: ${failure.reason}`)
  return false
}

/** Returns why it failed. As in the hosted service, 429, 5xx and no answer are temporary; other statuses than 2xx are final. */
async function send(webhook: Webhook, delivery: Delivery, sender: Sender, signal: AbortSignal) {
  let body: string | undefined
  try {
    body = await composeBody(webhook, delivery, sender)
  } catch (error) {
    // It would fail at each attempt.
    return { reason: `filter or projection: ${(error as Error).message}`, isTemporary: false }
  }
  if (body === undefined) return undefined
  try {
    const status = await sendOnce(webhook, delivery, body, sender, signal)
    if (status >= 200 && status < 300) return undefined
    return { reason: `status ${status}`, isTemporary: status === 429 || status >= 500 }
  } catch (error) {
    return { reason: `no answer: ${(error as Error).message}`, isTemporary: true }
  }
}
