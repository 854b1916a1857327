import type { SanityClient } from '@sanity/client'
import type { Logger } from '../log.ts'
import type { RenderedPath } from '../publisher/bundle.ts'
import { followDrafts } from './follow-drafts.ts'
import { judgeSecret, type SecretVerdict } from './secret.ts'
import { takeTurns } from './take-turns.ts'

export type Preview = {
  judge: (secret: string, now: number) => Promise<SecretVerdict>
  /** Renders a page, or an image, with drafts. Rejects with ContentFault or PagesError. */
  render: (path: string) => Promise<RenderedPath>
  /** Calls `tell` soon after each change of a page's content, and `end` when there is nothing to follow any more. */
  follow: (listener: { tell: () => void; end: () => void }) => () => void
} & Disposable

type Options = {
  client: SanityClient
  /** Who has it may see drafts. */
  token: string
  renderDraft: (path: string, token: string) => Promise<RenderedPath>
  logger: Logger
}

/** What previews are made of. Once it is disposed of, every stream of changes has been told to end. */
export function openPreview({ client, token, renderDraft, logger }: Options): Preview {
  const seeing = client.withConfig({ token, perspective: 'raw' })
  const drafts = followDrafts(seeing, logger)
  const endings = new Set<() => void>()
  let isClosed = false
  return {
    judge: (secret, now) => judgeSecret(seeing, secret, now),
    // One at a time: a publish that is asked for meanwhile waits for one preview at most.
    render: takeTurns((path) => renderDraft(path, token)),
    follow: ({ tell, end }) => {
      if (isClosed) {
        queueMicrotask(end)
        return () => {}
      }
      const leave = drafts.follow(tell)
      endings.add(end)
      return () => {
        endings.delete(end)
        leave()
      }
    },
    [Symbol.dispose]: () => {
      isClosed = true
      for (const end of endings) end()
      drafts[Symbol.dispose]()
    },
  }
}
