import { maintenance } from '../assets/documents.ts'
import { isPublishedId } from '../mutations/document-id.ts'
import type { Store } from '../store/types.ts'
import { hostedTiming, startDeliverer } from './deliver.ts'
import { openOutbox } from './outbox.ts'
import type { Webhook } from './settings.ts'

type Options = {
  projectId: string
  dataset: string
  timing?: typeof hostedTiming
  /** While true, no deliveries are added. */
  isSeeding?: () => boolean
  report: (problem: unknown) => void
}

/** Adds each change of a published document to the outbox in the same transaction, and delivers from there. */
export function startWebhooks(store: Store, hooks: readonly Webhook[], options: Options) {
  const { projectId, dataset, timing = hostedTiming, isSeeding = () => false, report } = options
  const outbox = openOutbox(store.database)
  const sender = { projectId, dataset, timeoutMs: timing.timeoutMs }
  const deliverers = hooks.map((hook) => startDeliverer(hook, { outbox, timing, sender, report }))

  store.beforeCommit((transaction) => {
    if (transaction.identity === maintenance || isSeeding()) return
    const changes = transaction.changes.filter(({ documentId }) => isPublishedId(documentId))
    for (const hook of hooks) outbox.add(hook.id, changes, transaction)
  })
  const stopListening = store.afterCommit(({ changes }) => {
    const ids = changes.map(({ documentId }) => documentId)
    for (const deliverer of deliverers) deliverer.wake(ids)
  })
  for (const deliverer of deliverers) deliverer.wake()
  return {
    /** Deletes the deliveries of webhooks that are no longer configured. */
    deleteOtherDeliveries: () => outbox.deleteOthers(hooks.map(({ id }) => id)),
    /** Aborts the attempts in progress; the next start repeats them. */
    async stop() {
      stopListening()
      await Promise.all(deliverers.map((deliverer) => deliverer.stop()))
    },
  }
}
