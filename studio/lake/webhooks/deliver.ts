import { composeBody } from './message.ts'
import type { Delivery, Outbox } from './outbox.ts'
import { type Sender, sendOnce } from './send.ts'
import type { Webhook } from './settings.ts'

/** The hosted service documents 30 seconds for an answer and 30 minutes of attempts. */
export const hostedPace = {
  /** Before the second attempt; each pause after that is twice as long. */
  firstPauseMs: 1_000,
  longestPauseMs: 5 * 60_000,
  /** Counted from the first attempt. */
  giveUpAfterMs: 30 * 60_000,
  timeoutMs: 30_000,
}

/** Documents that are delivered at the same time. */
const MOST_AT_ONCE = 6
/** So many failing documents hold up no other. More mean that the receiver itself fails, and nothing else is sent. */
const MOST_PAUSED = 100

export type Parts = {
  outbox: Outbox
  sender: Sender
  pace: typeof hostedPace
  /** Gets errors of the outbox, and a line for each change that is given up. */
  report: (problem: unknown) => void
}

export type Deliverer = {
  /** Delivers what waits. The documents named have changed: they are delivered without waiting for their retry. */
  wake: (documentIds?: Iterable<string>) => void
  /** Ends the attempts that are under way; their deliveries stay in the outbox. */
  stop: () => Promise<void>
}

/**
 * Delivers for one webhook: the changes of a document in their order, several documents at the same time. A document
 * whose delivery fails is retried on its own, with back-off.
 */
export function startDeliverer(webhook: Webhook, parts: Parts): Deliverer {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<string, Promise<void>>()
  const paused = new Map<string, NodeJS.Timeout>()

  function wake(documentIds: Iterable<string> = []): void {
    for (const id of documentIds) resume(id)
    try {
      while (!signal.aborted && running.size < MOST_AT_ONCE && paused.size < MOST_PAUSED) {
        const delivery = parts.outbox.next(webhook.id, [...running.keys(), ...paused.keys()])
        if (delivery === undefined) return
        running.set(delivery.documentId, run(delivery))
      }
    } catch (error) {
      parts.report(error)
    }
  }

  async function run(delivery: Delivery): Promise<void> {
    const isFailing = await attempt(webhook, delivery, parts, signal).catch((error: unknown) => {
      parts.report(error)
      return true
    })
    running.delete(delivery.documentId)
    if (isFailing) pause(delivery)
    wake()
  }

  function pause({ documentId, attempts }: Delivery): void {
    if (signal.aborted) return
    const { firstPauseMs, longestPauseMs } = parts.pace
    const milliseconds = Math.min(firstPauseMs * 2 ** attempts, longestPauseMs)
    paused.set(
      documentId,
      setTimeout(() => wake([documentId]), milliseconds),
    )
  }

  function resume(documentId: string): void {
    clearTimeout(paused.get(documentId))
    paused.delete(documentId)
  }

  return {
    wake,
    async stop() {
      stopping.abort()
      for (const id of paused.keys()) resume(id)
      await Promise.all(running.values())
    },
  }
}

/** One attempt to deliver. Answers whether another one must follow. */
async function attempt(
  webhook: Webhook,
  delivery: Delivery,
  { outbox, sender, pace, report }: Parts,
  signal: AbortSignal,
): Promise<boolean> {
  const at = Date.now()
  const failure = await send(webhook, delivery, sender, signal)
  if (failure !== undefined && signal.aborted) return false
  const isOver = Date.now() - (delivery.firstAttemptAt ?? at) >= pace.giveUpAfterMs
  if (failure?.mayPass === true && !isOver) {
    outbox.noteAttempt(delivery, at)
    return true
  }
  outbox.finish(delivery)
  if (failure) report(`The webhook ${webhook.id} gave up ${delivery.documentId}: ${failure.reason}`)
  return false
}

type Failure = { reason: string; mayPass: boolean }

/** As the hosted service: 429, 5xx and no answer may pass. Any other answer than 2xx is final. */
async function send(
  webhook: Webhook,
  delivery: Delivery,
  sender: Sender,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  let body: string | undefined
  try {
    body = await composeBody(webhook, delivery, sender)
  } catch (error) {
    // GROQ that fails on this document fails again at every attempt.
    return { reason: `filter or projection: ${(error as Error).message}`, mayPass: false }
  }
  if (body === undefined) return undefined
  try {
    const status = await sendOnce(webhook, delivery, body, sender, signal)
    if (status >= 200 && status < 300) return undefined
    return { reason: `status ${status}`, mayPass: status === 429 || status >= 500 }
  } catch (error) {
    return { reason: `no answer: ${(error as Error).message}`, mayPass: true }
  }
}
