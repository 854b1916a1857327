import { maintenance } from '../assets/rebase-urls.ts'
import { isPublishedId } from '../mutations/document-id.ts'
import type { Store } from '../store/types.ts'
import { hostedPace, startDeliverer } from './deliver.ts'
import { openOutbox } from './outbox.ts'
import type { Webhook } from './settings.ts'

type Options = {
  projectId: string
  dataset: string
  pace?: typeof hostedPace
  /** While this is true, changes are not delivered. */
  isSeeding?: () => boolean
  report: (problem: unknown) => void
}

/**
 * Adds every change of a published document to the outbox in the transaction that makes it, and delivers from there.
 */
export function startWebhooks(store: Store, hooks: readonly Webhook[], options: Options) {
  const { projectId, dataset, pace = hostedPace, isSeeding = () => false, report } = options
  const outbox = openOutbox(store.database)
  const sender = { projectId, dataset, timeoutMs: pace.timeoutMs }
  const deliverers = hooks.map((hook) => startDeliverer(hook, { outbox, pace, sender, report }))

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
    /** Drops the deliveries of webhooks that are no longer set. */
    forgetOthers: () => outbox.keepOnly(hooks.map(({ id }) => id)),
    /** Ends the attempts that are under way; the next start delivers what is left. */
    async stop() {
      stopListening()
      await Promise.all(deliverers.map((deliverer) => deliverer.stop()))
    },
  }
}
