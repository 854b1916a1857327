import type { Found } from '#domain/import/found.ts'
import type { ImportRequest } from '#domain/import/request.ts'
import { TokenError } from '../moderation/desk-api.ts'

/** Longer than the site takes to fetch and read. */
const requestTimeout = 60_000

/** Asks the site what an address or a file has. Throws TokenError, or an Error whose message an editor may read. */
export async function findEvents(siteUrl: string, token: string, request: ImportRequest): Promise<Found> {
  const answer = await fetch(`${siteUrl}/api/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(requestTimeout),
  }).catch(() => {
    throw new Error('The site cannot be reached.')
  })
  if (answer.status === 401) throw new TokenError('The site refuses this token.')
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Found
}

/** Of a file’s bytes. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  // In parts: a call takes so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
