import { useEffect, useState } from 'react'
import { readSiteUrl } from '../site-settings.ts'

/** The site's origin; null if it is not set, undefined until that is known. */
export function useSiteUrl(): string | null | undefined {
  const [siteUrl, setSiteUrl] = useState<string | null>()
  useEffect(() => {
    void readSiteUrl().then((found) => setSiteUrl(found ?? null))
  }, [])
  return siteUrl
}
