import { useCallback } from 'react'
import type { PublishStatus } from '#domain/content/publish-status.ts'
import { usePolled } from '../components/use-polled.ts'
import { useSiteUrl } from '../components/use-site-url.ts'

export type SiteAnswer = {
  url: string
  /** Undefined before the first answer. */
  isReached?: boolean
  status?: PublishStatus
}

/** Milliseconds. A stream of statuses took 500 more lines: to announce, limit, reconnect and close it. */
const pollInterval = 1_000
const requestTimeout = 10_000

/** The site's latest answer; undefined without a site. */
export function usePublishStatus(documentId: string): SiteAnswer | undefined {
  const siteUrl = useSiteUrl() ?? ''
  const read = useCallback(() => askOnce(siteUrl, documentId), [siteUrl, documentId])
  const { value } = usePolled(documentId, read, pollInterval)
  return siteUrl === '' ? undefined : (value ?? { url: siteUrl })
}

let asked: { address: string; at: number; answer: Promise<SiteAnswer> } | undefined

/** The badge and the form of a document share a request. */
function askOnce(url: string, documentId: string): Promise<SiteAnswer> {
  const address = `${url}/api/publishing/${encodeURIComponent(documentId)}`
  const now = performance.now()
  if (asked?.address !== address || now - asked.at > pollInterval / 2)
    asked = { address, at: now, answer: askSite(url, address) }
  return asked.answer
}

async function askSite(url: string, address: string): Promise<SiteAnswer> {
  if (url === '') return { url }
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(requestTimeout) })
    if (!answer.ok) return { url, isReached: false }
    return { url, isReached: true, status: (await answer.json()) as PublishStatus }
  } catch {
    return { url, isReached: false }
  }
}
