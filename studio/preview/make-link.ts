import type { SanityClient } from '@sanity/client'

/** How long a link opens previews, by the site's own rule (ms). */
export const lifetime = 60 * 60_000

const expired = '*[_type == "sanity.previewUrlSecret" && dateTime(_updatedAt) <= dateTime(now()) - $seconds]'

type Page = { siteUrl: string; path: string; userId: string | undefined }

/**
 * Makes a link to the preview of a page. Its secret is kept in a draft of a type of Sanity's own, as its Presentation
 * tool does it: only who may write to the content can make one, only who has a token can read it. Rejects where the
 * Content Lake refuses.
 */
export async function makePreviewLink(
  client: SanityClient,
  { siteUrl, path, userId }: Page,
): Promise<string> {
  const id = crypto.randomUUID()
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(24)), toHex).join('')
  await client.createOrReplace({
    _id: `drafts.${id}`,
    _type: 'sanity.previewUrlSecret',
    secret,
    source: 'preview',
    studioUrl: globalThis.location.href,
    userId,
  })
  // Housekeeping that no editor waits for; the next link does it too.
  void client.delete({ query: expired, params: { seconds: lifetime / 1000 } }).catch(() => {})
  return `${siteUrl}/api/preview?${new URLSearchParams({ path, secret: `${id}.${secret}` })}`
}

function toHex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
