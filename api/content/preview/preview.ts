import type { SanityClient } from '@sanity/client'
import { auditTime, type Observable, ReplaySubject, retry, share, takeUntil, timer } from 'rxjs'
import { ContentError } from '#domain/content/content-error.ts'
import type { DraftAccess, PreviewScope } from '#domain/content/content-settings.ts'
import { noEvents } from '#domain/events/event-days.ts'
import { currentLanguage } from '#domain/language.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import { contentTypes } from '#domain/pages/pages.ts'
import type { RenderedPage } from '#domain/pages/renderer.ts'
import { readEventDocument } from '../../events/event-document.ts'
import { toEventImage } from '../../events/event-image.ts'
import { readVenueDocument } from '../../events/venue-document.ts'
import type { Logger } from '../../runtime/log.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import { readEventId } from './addresses.ts'
import { verifySecret } from './secret.ts'

export type Preview = ReturnType<typeof openPreview>

type Options = {
  client: SanityClient
  /** May read drafts. */
  token: string
  renderDraft: (path: string, access: DraftAccess, view?: PageView) => Promise<RenderedPage>
  logger: Logger
}

/** Milliseconds from the first change to its announcement, so that an editor's keystrokes are announced together. */
const debounceMs = 100
const retryDelay = 2_000

/** Emits soon after drafts or published documents of the pages change. `client` needs a token that may read drafts. */
export function watchDrafts(client: SanityClient, logger: Logger): Observable<unknown> {
  // Also on welcome, since changes may have been missed while disconnected.
  return client
    .listen(
      '*[_type in $types]',
      { types: contentTypes },
      {
        includeResult: false,
        includeMutations: false,
        includeAllVersions: true,
        events: ['welcome', 'mutation'],
      },
    )
    .pipe(
      retry({
        delay: (error: unknown) => {
          logger.warn({ error }, 'previews cannot follow changes of the content right now')
          return timer(retryDelay)
        },
      }),
      auditTime(debounceMs),
      share(),
    )
}

const eventQuery = `*[_type == "event" && _id == $id][0]{
  ..., "venueDocument": *[_type == "venue" && _id == ^.venueRef._ref][0]
}`

export function openPreview({ client, token, renderDraft, logger }: Options) {
  const draftClient = client.withConfig({ token, perspective: 'raw' })
  const changes = watchDrafts(draftClient, logger)
  const closed = new ReplaySubject<void>(1)

  async function renderEvent(id: string, perspective: string[], scope: string) {
    const document = await draftClient
      .withConfig({ perspective })
      .fetch<{ _id: string; venueDocument: object | null } | null>(eventQuery, { id })
    if (!document) throw new ContentError(`${id}: there is no draft or published document`)
    const read = readEventDocument(document)
    if ('fault' in read) throw new ContentError(`${id}: ${read.fault}`)
    const { venueDocument } = document
    const venue = venueDocument ? readVenueDocument(venueDocument) : undefined
    if (venue && 'fault' in venue) throw new ContentError(`the venue of ${id}: ${venue.fault}`)
    const { picture } = read.event
    const event = {
      ...read.event,
      ...(venue && { venue: venue.venue }),
      ...(picture && { image: toEventImage(picture) }),
    }
    return renderDraft(
      `/event/${event.id}`,
      { token, perspective: scope === 'events' ? ['published'] : perspective },
      { page: 'event', state: 'shown', event, others: noEvents, isPast: false },
    )
  }

  /** One at a time: a publish waits for one preview at most. The language in the key only separates the calls. */
  const renderInTurn = createSerialQueue(async (key) => {
    const [, scope = '', perspective = '', path = ''] = key.split(' ')
    const stack = perspective.split(',')
    const eventId = readEventId(path)
    return eventId === undefined
      ? renderDraft(path, { token, perspective: stack })
      : renderEvent(eventId, stack, scope)
  })

  return {
    /** `now` is in milliseconds. Rejects when the content does not answer. */
    verifySecret: (secret: string, now: number) => verifySecret(draftClient, secret, now),
    /** What surrounds an event is as published for the scope `events`. Rejects with ContentError or PagesError. */
    render: (path: string, perspective: string, scope: PreviewScope) =>
      renderInTurn(`${currentLanguage()} ${scope} ${perspective} ${path}`),
    /** Calls `tell` soon after each change, and `end` when no more will follow. */
    subscribe: ({ tell, end }: { tell: () => void; end: () => void }) => {
      const following = changes.pipe(takeUntil(closed)).subscribe({ next: tell, complete: end })
      return () => following.unsubscribe()
    },
    [Symbol.dispose]: () => closed.next(),
  }
}
