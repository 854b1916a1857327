import type { SanityClient } from '@sanity/client'
import { contentTypes } from '#domain/pages/pages.ts'
import type { Logger } from '../../runtime/log.ts'

export type Drafts = {
  /** Returns a function that ends it. */
  follow: (tell: () => void) => () => void
} & Disposable

/** Milliseconds after the first change: an editor's keystrokes are told together. */
const pause = 100
const retryDelay = 2_000

const query = '*[_type in $types]'

/** Follows drafts and published documents of the pages. `client` needs a token that may read drafts. */
export function followDrafts(client: SanityClient, logger: Logger): Drafts {
  const followers = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let stream: { unsubscribe: () => void } | undefined

  const tell = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      for (const follower of followers) follower()
    }, pause)
  }

  function open(): void {
    stream = client
      .listen(
        query,
        { types: contentTypes },
        { includeResult: false, includeMutations: false, events: ['welcome', 'mutation'] },
      )
      .subscribe({
        // Also on welcome: changes were missed while disconnected.
        next: tell,
        error: (error: unknown) => {
          logger.warn({ error }, 'previews do not follow the content right now')
          retry = setTimeout(open, retryDelay)
        },
      })
  }

  function close(): void {
    stream?.unsubscribe()
    clearTimeout(timer)
    clearTimeout(retry)
    stream = undefined
    timer = undefined
  }

  return {
    follow: (follower) => {
      if (followers.size === 0) open()
      followers.add(follower)
      return () => {
        if (followers.delete(follower) && followers.size === 0) close()
      }
    },
    [Symbol.dispose]: close,
  }
}
