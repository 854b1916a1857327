import type { SanityClient } from '@sanity/client'
import { ContentError } from '#domain/content/content-error.ts'
import { currentLanguage } from '#domain/language.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import type { RenderedPage } from '#domain/pages/renderer.ts'
import { readEventDocument } from '../../events/event-document.ts'
import type { Logger } from '../../runtime/log.ts'
import { takeTurns } from '../../runtime/take-turns.ts'
import { readEventId } from './addresses.ts'
import { followDrafts } from './follow-drafts.ts'
import { judgeSecret, type SecretVerdict } from './secret.ts'

export type Preview = {
  judge: (secret: string, now: number) => Promise<SecretVerdict>
  /** Rejects with ContentError or PagesError. */
  render: (path: string) => Promise<Pick<RenderedPage, 'status' | 'body'>>
  /** Calls `tell` soon after each change, and `end` when no more will follow. */
  follow: (listener: { tell: () => void; end: () => void }) => () => void
} & Disposable

type Options = {
  client: SanityClient
  /** May read drafts. */
  token: string
  renderDraft: (path: string, token: string, view?: PageView) => Promise<RenderedPage>
  logger: Logger
}

const eventQuery = '*[_type == "event" && _id == $id][0]'

export function openPreview({ client, token, renderDraft, logger }: Options): Preview {
  const seeing = client.withConfig({ token, perspective: 'raw' })
  const drafts = followDrafts(seeing, logger)
  const endings = new Set<() => void>()
  let isClosed = false

  async function renderEvent(id: string) {
    const document = await seeing
      .withConfig({ perspective: 'drafts' })
      .fetch<{ _id: string } | null>(eventQuery, { id })
    if (!document) throw new ContentError(`${id}: there is no draft or published document`)
    const read = readEventDocument(document)
    if ('fault' in read) throw new ContentError(`${id}: ${read.fault}`)
    const { event } = read
    return renderDraft(`/event/${event.id}`, token, { page: 'event', state: 'shown', event })
  }

  /** One at a time: a publish waits for one preview at most. The language is part of the key alone. */
  const renderInTurn = takeTurns(async (key) => {
    const path = key.slice(key.indexOf('/'))
    const eventId = readEventId(path)
    return eventId === undefined ? renderDraft(path, token) : renderEvent(eventId)
  })

  return {
    judge: (secret, now) => judgeSecret(seeing, secret, now),
    render: (path) => renderInTurn(`${currentLanguage()} ${path}`),
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
