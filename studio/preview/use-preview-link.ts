import { useEffect, useState } from 'react'
import { useClient, useCurrentUser, usePerspective } from 'sanity'
import { apiVersion, secretTypes } from '#domain/content/content-settings.ts'
import { useSiteUrl } from '../components/use-site-url.ts'
import { isOrganiser } from '../local/roles.ts'
import { makePreviewLink, previewLifetime } from './links.ts'

/** `fault`: why there is none. Both are undefined while it is made. */
type PreviewLink = { link?: string; fault?: string }

/** A link to the preview of a page in the Studio's perspective, renewed before it expires. */
export function usePreviewLink(path: string): PreviewLink {
  const client = useClient({ apiVersion })
  const user = useCurrentUser()
  const userId = user?.id
  const type = secretTypes.preview[isOrganiser(user) ? 'events' : 'all']
  const perspective = usePerspective().perspectiveStack.join()
  const siteUrl = useSiteUrl()
  const [found, setFound] = useState<PreviewLink>({})

  useEffect(() => {
    if (!siteUrl) return undefined
    let isShown = true
    const renew = () =>
      makePreviewLink(client, { siteUrl, path, perspective, type, userId }).then(
        (link) => isShown && setFound({ link }),
        (error: Error) => isShown && setFound({ fault: `No link could be made: ${error.message}` }),
      )
    void renew()
    const timer = setInterval(() => void renew(), previewLifetime * 0.8)
    return () => {
      isShown = false
      clearInterval(timer)
    }
  }, [client, siteUrl, path, perspective, type, userId])

  return siteUrl === null ? { fault: 'This Studio does not know where the site is.' } : found
}
