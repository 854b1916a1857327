import { maintenance } from '../assets/rebase-urls.ts'
import { isPublishedId } from '../mutations/document-id.ts'
import { operationOf } from '../mutations/results.ts'
import type { Change, Store } from '../store/types.ts'
import { openAttemptLog } from './attempts.ts'
import { hostedPace, type Parts, startDeliverer } from './deliver.ts'
import { openOutbox } from './outbox.ts'
import type { Webhook } from './settings.ts'

export type Webhooks = {
  hooks: readonly Webhook[]
  parts: Pick<Parts, 'outbox' | 'log'>
  /** Drops the deliveries of webhooks that are no longer set. */
  forgetOthers: () => void
  /** Ends the attempts that are under way; the next start delivers what is left. */
  stop: () => Promise<void>
}

type Options = {
  projectId: string
  dataset: string
  pace?: typeof hostedPace
  /** While this is true, changes are not delivered. */
  isSeeding?: () => boolean
  report: (error: unknown) => void
}

/** Adds every change to the outbox in the transaction that makes it, and delivers from there. */
export function startWebhooks(store: Store, hooks: readonly Webhook[], options: Options): Webhooks {
  const { projectId, dataset, pace = hostedPace, isSeeding = () => false, report } = options
  const outbox = openOutbox(store.database)
  const log = openAttemptLog(store.database)
  const sender = { projectId, dataset, timeoutMs: pace.timeoutMs }
  const parts: Parts = { database: store.database, outbox, log, pace, sender }
  const deliverers = hooks.map((hook) => startDeliverer(hook, parts, report))

  store.beforeCommit((transaction) => {
    if (transaction.identity === maintenance || isSeeding()) return
    for (const hook of hooks) {
      const changes = transaction.changes.filter((change) => concerns(hook, change))
      outbox.add(hook.id, changes, transaction)
    }
  })
  const stopListening = store.afterCommit(({ changes }) => {
    const ids = changes.map(({ documentId }) => documentId)
    for (const deliverer of deliverers) deliverer.wake(ids)
  })
  for (const deliverer of deliverers) deliverer.wake()
  return {
    hooks,
    parts,
    forgetOthers: () => outbox.keepOnly(hooks.map(({ id }) => id)),
    async stop() {
      stopListening()
      await Promise.all(deliverers.map((deliverer) => deliverer.stop()))
    },
  }
}

function concerns(hook: Webhook, change: Change): boolean {
  return hook.on.includes(operationOf(change)) && (hook.includeDrafts || isPublishedId(change.documentId))
}
