import { maintenance } from '../assets/rebase-urls.ts'
import type { Store } from '../store/types.ts'
import { openAttemptLog } from './attempts.ts'
import { deliverAll, hostedPace, type Parts } from './deliver.ts'
import { isUnpublished, operationOf } from './message.ts'
import { openOutbox } from './outbox.ts'
import type { Webhook } from './settings.ts'

export type Webhooks = {
  hooks: readonly Webhook[]
  parts: Pick<Parts, 'outbox' | 'log'>
  /** Ends an attempt that is under way; what was not delivered is at the next start. */
  stop: () => Promise<void>
}

type Options = {
  projectId: string
  dataset: string
  pace?: typeof hostedPace
  report: (error: unknown) => void
}

/** Notes every change for the webhooks in the transaction that makes it, and delivers what is noted. */
export function startWebhooks(store: Store, hooks: readonly Webhook[], options: Options): Webhooks {
  const { projectId, dataset, pace = hostedPace, report } = options
  const outbox = openOutbox(store.database)
  const log = openAttemptLog(store.database)
  const parts: Parts = { outbox, log, pace, sender: { projectId, dataset, timeoutMs: pace.timeoutMs } }
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  store.beforeCommit((transaction) => {
    if (transaction.identity === maintenance) return
    for (const change of transaction.changes) {
      const operation = operationOf(change)
      for (const hook of hooks)
        if (hook.on.includes(operation) && (hook.includeDrafts || !isUnpublished(change.documentId)))
          outbox.add(hook.id, operation, change, transaction)
    }
  })

  async function run(hook: Webhook): Promise<void> {
    try {
      await deliverAll(hook, parts, stopping.signal)
    } catch (error) {
      return report(error)
    } finally {
      running.delete(hook.id)
    }
    // What was noted after the last look and before this line.
    if (outbox.next(hook.id) !== undefined) wake()
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
    async stop() {
      stopListening()
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}
