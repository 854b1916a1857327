import { useEffect, useState } from 'react'
import { useClient, useCurrentUser } from 'sanity'
import { apiVersion } from '#domain/content-settings.ts'
import { readSiteUrl } from '../site-url.ts'
import { lifetime, makePreviewLink } from './make-link.ts'

export type PreviewLink =
  { state: 'loading' } | { state: 'ready'; link: string } | { state: 'failed'; reason: string }

/** While a view is open its link is made anew before it expires. */
const renewal = lifetime * 0.8

/** A link to the preview of a page of the site, kept good while it is shown. */
export function usePreviewLink(path: string): PreviewLink {
  const client = useClient({ apiVersion })
  const userId = useCurrentUser()?.id
  const [found, setFound] = useState<PreviewLink>({ state: 'loading' })

  useEffect(() => {
    let isShown = true
    async function make(): Promise<PreviewLink> {
      const siteUrl = await readSiteUrl()
      if (siteUrl === undefined)
        return { state: 'failed', reason: 'This Studio does not know where the site is.' }
      try {
        return { state: 'ready', link: await makePreviewLink(client, { siteUrl, path, userId }) }
      } catch (error) {
        return { state: 'failed', reason: `No link could be made: ${(error as Error).message}` }
      }
    }
    const renew = async () => {
      const made = await make()
      if (isShown) setFound(made)
    }
    void renew()
    const timer = setInterval(() => void renew(), renewal)
    return () => {
      isShown = false
      clearInterval(timer)
    }
  }, [client, path, userId])

  return found
}
