import { setTimeout as sleep } from 'node:timers/promises'
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

export type Parts = { outbox: Outbox; log: AttemptLog; sender: Sender; pace: Pace }

/**
 * Sends what waits for one webhook, one after the other and in the order of the changes. A delivery that fails for a
 * reason that may pass holds up the next ones until it succeeds or its time is over.
 */
export async function deliverAll(webhook: Webhook, parts: Parts, signal: AbortSignal): Promise<void> {
  for (;;) {
    const delivery = signal.aborted ? undefined : parts.outbox.next(webhook.id)
    if (delivery === undefined) return
    const outcome = await handle(webhook, delivery, parts, signal)
    if (outcome === 'retried')
      await sleep(pauseAfter(delivery.attempts + 1, parts.pace), undefined, { signal }).catch(() => {})
    else if (outcome !== 'interrupted') parts.outbox.finish(delivery.id)
  }
}

type Outcome = Attempt['outcome'] | 'passed over' | 'interrupted'

async function handle(
  webhook: Webhook,
  delivery: Delivery,
  parts: Parts,
  signal: AbortSignal,
): Promise<Outcome> {
  let body: string | undefined
  try {
    body = await compose(webhook, delivery, parts.sender)
  } catch (error) {
    // GROQ that only fails on a document like this one fails again at every attempt.
    const failure = `filter or projection: ${(error as Error).message}`
    parts.log.add({ ...delivery, at: Date.now(), duration: 0, status: null, failure, outcome: 'given up' })
    return 'given up'
  }
  return body === undefined ? 'passed over' : attempt(webhook, delivery, body, parts, signal)
}

async function compose(
  webhook: Webhook,
  { before, after }: Delivery,
  place: Sender,
): Promise<string | undefined> {
  const parsed = (json: string | null) => (json === null ? undefined : JSON.parse(json))
  return composeBody(webhook, { before: parsed(before), after: parsed(after) }, place)
}

async function attempt(
  webhook: Webhook,
  delivery: Delivery,
  body: string,
  { outbox, log, sender, pace }: Parts,
  signal: AbortSignal,
): Promise<Outcome> {
  const at = Date.now()
  const { status, failure } = await sendOnce(webhook, delivery, body, sender, signal).then(
    (code) => ({ status: code, failure: null }),
    (error: NodeJS.ErrnoException) => ({ status: null, failure: describe(error) }),
  )
  if (signal.aborted && status === null) return 'interrupted'
  outbox.noteAttempt(delivery.id, at)
  const isOver = Date.now() - (delivery.firstAttemptAt ?? at) >= pace.giveUpAfterMs
  const outcome = judge(status, isOver)
  log.add({ ...delivery, at, duration: Date.now() - at, status, failure, outcome })
  return outcome
}

/** As the hosted service: what the receiver refuses is not repeated, its own troubles are. */
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
