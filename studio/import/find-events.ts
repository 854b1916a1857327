import type { Found, ImportRequest } from '#domain/import/found.ts'
import type { ToolProps } from '../components/Connected.tsx'
import { TokenError } from '../moderation/desk-api.ts'

type Site = Pick<ToolProps, 'siteUrl' | 'readToken'>

/** Milliseconds. Longer than the site takes to fetch and read a source. */
const requestTimeout = 240_000

/** Lets the site read an address or a file. Throws TokenError, or an Error with a message for the editor. */
export async function findEvents({ siteUrl, readToken }: Site, request: ImportRequest): Promise<Found> {
  const answer = await fetch(`${siteUrl}/api/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await readToken()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(requestTimeout),
  }).catch(() => {
    throw new Error('The site cannot be reached.')
  })
  if (answer.status === 401) throw new TokenError('The site refuses this token.')
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Found
}

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  // In chunks: the number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
