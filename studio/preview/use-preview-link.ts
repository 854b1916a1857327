import type { SanityClient } from '@sanity/client'
import { useEffect, useState } from 'react'
import { useClient, useCurrentUser, usePerspective } from 'sanity'
import { apiVersion, secretTypes } from '#domain/content/content-settings.ts'
import { isOrganiser } from '../local/roles.ts'
import { readSiteUrl } from '../site-settings.ts'
import { storeSecret } from './stored-secret.ts'

type PreviewLink =
  { state: 'loading' } | { state: 'ready'; link: string } | { state: 'failed'; reason: string }

/** How long the site accepts a link, in milliseconds. */
const lifetime = 60 * 60_000

/** A link to the preview of a page in the Studio's perspective, renewed before it expires. */
export function usePreviewLink(path: string): PreviewLink {
  const client = useClient({ apiVersion })
  const user = useCurrentUser()
  const userId = user?.id
  const type = secretTypes.preview[isOrganiser(user) ? 'events' : 'all']
  const perspective = usePerspective().perspectiveStack.join()
  const [found, setFound] = useState<PreviewLink>({ state: 'loading' })

  useEffect(() => {
    let isShown = true
    async function make(): Promise<PreviewLink> {
      const siteUrl = await readSiteUrl()
      if (siteUrl === undefined)
        return { state: 'failed', reason: 'This Studio does not know where the site is.' }
      try {
        return {
          state: 'ready',
          link: await makePreviewLink(client, { siteUrl, path, perspective, type, userId }),
        }
      } catch (error) {
        return { state: 'failed', reason: `No link could be made: ${(error as Error).message}` }
      }
    }
    const renew = async () => {
      const made = await make()
      if (isShown) setFound(made)
    }
    void renew()
    const timer = setInterval(() => void renew(), lifetime * 0.8)
    return () => {
      isShown = false
      clearInterval(timer)
    }
  }, [client, path, perspective, type, userId])

  return found
}

const expired = '*[_type == $type && dateTime(_updatedAt) <= dateTime(now()) - $seconds]'

type Page = { siteUrl: string; path: string; perspective: string; type: string; userId: string | undefined }

/** Rejects if the Content Lake refuses to store it. */
async function makePreviewLink(
  client: SanityClient,
  { siteUrl, path, perspective, type, userId }: Page,
): Promise<string> {
  const secret = await storeSecret(client, {
    _type: type,
    source: 'preview',
    studioUrl: globalThis.location.href,
    userId,
  })
  // If this fails, the next link deletes them.
  void client.delete({ query: expired, params: { type, seconds: lifetime / 1000 } }).catch(() => {})
  return `${siteUrl}/api/preview?${new URLSearchParams({ path, perspective, secret })}`
}
