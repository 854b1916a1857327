import type { SanityClient } from '@sanity/client'
import type { Logger } from '../log.ts'

export type Drafts = {
  /** Calls `tell` soon after each change of a page's content, or of an event. Answers what ends that. */
  follow: (tell: () => void) => () => void
} & Disposable

/** Changes of an editor who types come one by one: they are told together, this long after the first (ms). */
const pause = 100
const retryDelay = 2_000

const query = '*[_type in $types]'
const types = ['siteSettings', 'home', 'about', 'apply', 'mentors', 'sponsors', 'team', 'contact', 'event']

/**
 * Follows the drafts and the published documents of the pages, for as long as somebody wants to know. `client` has a
 * token that may see drafts.
 */
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
        { types },
        { includeResult: false, includeMutations: false, events: ['welcome', 'mutation'] },
      )
      .subscribe({
        // With a welcome as well: nobody knows what changed while nobody listened.
        next: tell,
        error: (error: unknown) => {
          logger.warn({ error }, 'previews do not follow the content just now')
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
