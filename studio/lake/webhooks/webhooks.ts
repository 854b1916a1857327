import { setTimeout as sleep } from 'node:timers/promises'
import { maintenance } from '../assets/rebase-urls.ts'
import { isPublishedId } from '../mutations/document-id.ts'
import { operationOf } from '../mutations/results.ts'
import type { Store } from '../store/types.ts'
import { openAttemptLog } from './attempts.ts'
import { deliverAll, hostedPace, type Parts, pauseAfter } from './deliver.ts'
import { openOutbox } from './outbox.ts'
import type { Webhook } from './settings.ts'

export type Webhooks = {
  hooks: readonly Webhook[]
  parts: Pick<Parts, 'outbox' | 'log'>
  /** Drops what waits for webhooks that are not set any more. */
  forgetOthers: () => void
  /** Ends an attempt that is under way; what was not delivered is at the next start. */
  stop: () => Promise<void>
}

type Options = {
  projectId: string
  dataset: string
  pace?: typeof hostedPace
  /** Whether what is written just now is told to nobody. */
  isSeeding?: () => boolean
  report: (error: unknown) => void
}

/** Notes every change for the webhooks in the transaction that makes it, and delivers what is noted. */
export function startWebhooks(store: Store, hooks: readonly Webhook[], options: Options): Webhooks {
  const { projectId, dataset, pace = hostedPace, isSeeding = () => false, report } = options
  const outbox = openOutbox(store.database)
  const log = openAttemptLog(store.database)
  const parts: Parts = { outbox, log, pace, sender: { projectId, dataset, timeoutMs: pace.timeoutMs } }
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  store.beforeCommit((transaction) => {
    if (transaction.identity === maintenance || isSeeding()) return
    for (const change of transaction.changes) {
      const operation = operationOf(change)
      for (const hook of hooks)
        if (hook.on.includes(operation) && (hook.includeDrafts || isPublishedId(change.documentId)))
          outbox.add(hook.id, operation, change, transaction)
    }
  })

  /** An outbox that fails, on a full disk for one, is asked again after a pause. */
  async function run(hook: Webhook): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted;) {
      try {
        await deliverAll(hook, parts, stopping.signal)
        // Empty, and what is noted after this look wakes it anew.
        if (outbox.next(hook.id) === undefined) break
      } catch (error) {
        report(error)
        failures += 1
        await sleep(pauseAfter(failures, pace), undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
    running.delete(hook.id)
  }

  function wake(): void {
    if (stopping.signal.aborted) return
    for (const hook of hooks) if (!running.has(hook.id)) running.set(hook.id, run(hook))
  }

  const stopListening = store.afterCommit(wake)
  wake()
  return {
    hooks,
    parts,
    forgetOthers: () => outbox.keepOnly(hooks.map(({ id }) => id)),
    async stop() {
      stopListening()
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}
