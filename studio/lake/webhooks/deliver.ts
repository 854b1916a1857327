import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../store/in-transaction.ts'
import type { Attempt, AttemptLog } from './attempts.ts'
import { composeBody } from './message.ts'
import type { Delivery, Outbox } from './outbox.ts'
import { type Sender, sendOnce } from './send.ts'
import type { Webhook } from './settings.ts'

export type Pace = {
  /** Before the second attempt; each pause after that is twice as long. */
  firstPauseMs: number
  longestPauseMs: number
  /** Counted from the first attempt. */
  giveUpAfterMs: number
}

/** The hosted service documents 30 seconds for an answer and 30 minutes of attempts. */
export const hostedPace: Pace & { timeoutMs: number } = {
  firstPauseMs: 1_000,
  longestPauseMs: 5 * 60_000,
  giveUpAfterMs: 30 * 60_000,
  timeoutMs: 30_000,
}

/** Documents that are delivered at the same time. */
const MOST_AT_ONCE = 6
/** So many failing documents hold up no other. More mean that the receiver itself fails, and nothing else is sent. */
const MOST_PAUSED = 100

export type Parts = { database: DatabaseSync; outbox: Outbox; log: AttemptLog; sender: Sender; pace: Pace }

export type Deliverer = {
  /** Delivers what waits. The documents named have changed: they are delivered without waiting for their retry. */
  wake: (documentIds?: Iterable<string>) => void
  /** Ends the attempts that are under way; their deliveries stay in the outbox. */
  stop: () => Promise<void>
}

/**
 * Delivers for one webhook: the changes of a document in their order, several documents at the same time. A document
 * whose delivery fails is retried on its own, with back-off. `report` gets the errors of the outbox, after which
 * everything is retried.
 */
export function startDeliverer(webhook: Webhook, parts: Parts, report: (error: unknown) => void): Deliverer {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<string, { type: string; done: Promise<void> }>()
  const paused = new Map<string, NodeJS.Timeout>()
  let failures = 0
  let recovery: NodeJS.Timeout | undefined

  function wake(documentIds: Iterable<string> = []): void {
    for (const id of documentIds) resume(id)
    try {
      while (isReady()) {
        const delivery = parts.outbox.next(webhook.id, {
          held: [...running.keys(), ...paused.keys()],
          running: Array.from(running.values(), ({ type }) => type),
        })
        if (delivery === undefined) return
        running.set(delivery.documentId, { type: delivery.documentType, done: run(delivery) })
      }
    } catch (error) {
      recoverFrom(error)
    }
  }

  function isReady(): boolean {
    if (signal.aborted || recovery !== undefined) return false
    return running.size < MOST_AT_ONCE && paused.size < MOST_PAUSED
  }

  async function run(delivery: Delivery): Promise<void> {
    const { documentId } = delivery
    try {
      const outcome = await handle(webhook, delivery, parts, signal)
      failures = 0
      if (outcome === 'retried') pause(documentId, pauseAfter(delivery.attempts + 1, parts.pace))
    } catch (error) {
      recoverFrom(error)
    }
    running.delete(documentId)
    wake()
  }

  function pause(documentId: string, milliseconds: number): void {
    if (signal.aborted) return
    paused.set(
      documentId,
      setTimeout(() => wake([documentId]), milliseconds),
    )
  }

  function resume(documentId: string): void {
    clearTimeout(paused.get(documentId))
    paused.delete(documentId)
  }

  function recoverFrom(error: unknown): void {
    report(error)
    failures += 1
    if (signal.aborted || recovery !== undefined) return
    recovery = setTimeout(
      () => {
        recovery = undefined
        wake()
      },
      pauseAfter(failures, parts.pace),
    )
  }

  return {
    wake,
    async stop() {
      stopping.abort()
      clearTimeout(recovery)
      for (const id of paused.keys()) resume(id)
      await Promise.all(Array.from(running.values(), ({ done }) => done))
    },
  }
}

type Outcome = Attempt['outcome'] | 'passed over' | 'interrupted'

async function handle(
  webhook: Webhook,
  delivery: Delivery,
  { database, outbox, log, sender, pace }: Parts,
  signal: AbortSignal,
): Promise<Outcome> {
  const at = Date.now()
  const composed = await compose(webhook, delivery, sender).catch((error: Error) => error)
  if (composed === undefined) {
    outbox.finish(delivery)
    return 'passed over'
  }
  // GROQ that fails on this document fails again at every attempt.
  const { status, failure } =
    composed instanceof Error
      ? { status: null, failure: `filter or projection: ${composed.message}` }
      : await attempt(webhook, delivery, composed, sender, signal)
  if (signal.aborted && status === null) return 'interrupted'
  const isOver = Date.now() - (delivery.firstAttemptAt ?? at) >= pace.giveUpAfterMs
  const outcome = judge(status, isOver || composed instanceof Error)
  inTransaction(database, () => {
    log.add({ ...delivery, at, duration: Date.now() - at, status, failure, outcome })
    if (outcome === 'retried') outbox.noteAttempt(delivery, at)
    else outbox.finish(delivery)
  })
  return outcome
}

/** A receiver that may have an earlier change of the document gets this one whatever the filter makes of the two. */
async function compose(webhook: Webhook, delivery: Delivery, place: Sender): Promise<string | undefined> {
  const { filter, ...unfiltered } = webhook
  const parsed = (json: string | null) => (json === null ? undefined : JSON.parse(json))
  const change = { before: parsed(delivery.before), after: parsed(delivery.after) }
  return composeBody(delivery.wasAttempted ? unfiltered : webhook, change, place)
}

function attempt(
  webhook: Webhook,
  delivery: Delivery,
  body: string,
  sender: Sender,
  signal: AbortSignal,
): Promise<{ status: number | null; failure: string | null }> {
  return sendOnce(webhook, delivery, body, sender, signal).then(
    (status) => ({ status, failure: null }),
    (error: NodeJS.ErrnoException) => ({ status: null, failure: describe(error) }),
  )
}

/** As the hosted service: retries 429, 5xx and no answer. Any other answer than 2xx is final. */
function judge(status: number | null, isOver: boolean): Attempt['outcome'] {
  if (status !== null && status >= 200 && status < 300) return 'delivered'
  const mayPass = status === null || status === 429 || status >= 500
  return mayPass && !isOver ? 'retried' : 'given up'
}

/** Milliseconds before the next attempt. */
export function pauseAfter(attempts: number, { firstPauseMs, longestPauseMs }: Pace): number {
  return Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs)
}

function describe(error: NodeJS.ErrnoException): string {
  return error.name === 'AbortError' || error.name === 'TimeoutError'
    ? 'no answer in time'
    : (error.code ?? error.message)
}
