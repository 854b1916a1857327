import type { SanityClient } from '@sanity/client'
import type { SanityDocument } from 'sanity'

/** `discard` is for drafts of published events, `delete` for drafts that were never published. */
export type DraftAction = 'publish' | 'discard' | 'delete'

/** A draft as the editor sees it: the id without `drafts.`, and the revisions of both versions. */
export type ListedDraft = { id: string; revision: string; published?: string }

/** `fault`: why nothing was done. A draft without one is done, perhaps by somebody else. */
export type Outcome<Draft> = { draft: Draft; fault?: string }

type Options<Draft> = {
  /** Reads drafts (perspective `raw`) and may write. */
  client: SanityClient
  /** Why a draft cannot be published, for an editor. */
  findFault: (document: SanityDocument) => Promise<string | undefined>
  /** Stops before the next request. */
  signal: AbortSignal
  onProgress: (outcomes: Array<Outcome<Draft>>) => void
}

/** Of one transaction. Also keeps the requests below 25 a second, the hosted service's limit on writes. */
const batchSize = 25

/**
 * Publishes, discards or deletes drafts, and reports each. If a transaction fails, its drafts are tried one by one. May
 * be repeated: a published draft is never published again. The API has no precondition for the removal of a draft: one
 * request lies between the comparison of its revision and the removal.
 */
export async function runBatches<Draft extends ListedDraft>(
  drafts: readonly Draft[],
  action: DraftAction,
  { client, findFault, signal, onProgress }: Options<Draft>,
): Promise<void> {
  for (let at = 0; at < drafts.length && !signal.aborted; at += batchSize) {
    try {
      onProgress(await runBatch(drafts.slice(at, at + batchSize)))
    } catch (error) {
      // Nothing can be read. What was done is found when the action is repeated.
      onProgress(drafts.slice(at).map((draft) => ({ draft, fault: describeError(error) })))
      return
    }
  }

  async function runBatch(batch: readonly Draft[]): Promise<Array<Outcome<Draft>>> {
    const checked = await check(batch)
    const ready = checked.filter(({ isReady }) => isReady).map(({ draft }) => toAction(draft, action))
    const fault =
      ready.length === 0 ? undefined : await client.action(ready).then(() => undefined, describeError)
    if (fault === undefined) return checked
    if (batch.length === 1) {
      // The answer may have been lost, or somebody may have been faster.
      const again = await check(batch)
      return again.map((outcome) => (outcome.isReady ? { ...outcome, fault } : outcome))
    }
    const outcomes: Array<Outcome<Draft>> = []
    for (const draft of batch) if (!signal.aborted) outcomes.push(...(await runBatch([draft])))
    return outcomes
  }

  async function check(batch: readonly Draft[]): Promise<Array<Outcome<Draft> & { isReady?: true }>> {
    const ids = batch.flatMap(({ id }) => [id, `drafts.${id}`])
    const documents = await client.fetch<SanityDocument[]>('*[_id in $ids]', { ids })
    const stored = new Map(documents.map((document) => [document._id, document]))
    return Promise.all(
      batch.map(async (draft) => {
        const [document, published] = [stored.get(`drafts.${draft.id}`), stored.get(draft.id)]
        if (!document && (published || action !== 'publish')) return { draft }
        const fault =
          compare(draft, document, published) ??
          (document && action === 'publish' ? await findFault(document) : undefined)
        return fault === undefined ? { draft, isReady: true } : { draft, fault }
      }),
    )
  }

  function compare(listed: Draft, draft?: SanityDocument, published?: SanityDocument): string | undefined {
    if (!draft) return 'Somebody has deleted the draft'
    if (draft._rev !== listed.revision) return 'Somebody has just changed the draft: check it'
    if (published?._rev !== listed.published)
      return 'Somebody has just changed the published event: compare them'
    return action === 'publish' && published && published._updatedAt > draft._updatedAt
      ? 'The published event was changed after this draft: compare them, and publish the draft by itself'
      : undefined
  }
}

/** A draft is never removed with the action `delete`: that would delete an event that was published meanwhile. */
function toAction({ id, revision, published }: ListedDraft, action: DraftAction) {
  const draftId = `drafts.${id}`
  if (action !== 'publish') return { actionType: 'sanity.action.document.discard', draftId } as const
  return {
    actionType: 'sanity.action.document.publish',
    publishedId: id,
    draftId,
    ifDraftRevisionId: revision,
    ...(published !== undefined && { ifPublishedRevisionId: published }),
  } as const
}

function describeError(error: unknown): string {
  const { statusCode, message } = error as Error & { statusCode?: number }
  return statusCode === undefined ? 'The Content Lake cannot be reached' : message
}
