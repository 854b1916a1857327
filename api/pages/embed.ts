import { readFileSync } from 'node:fs'
import { createAnswer } from '../answers/prepared-answer.ts'
import { readInlineHashes } from '../html/inline-hashes.ts'
import { embeddablePolicy } from '../http/security-headers.ts'

/** Browsers cache it for a day. It stays below 1 KB uncompressed, since other sites load it. */
export const embedScript = createAnswer(readFileSync(new URL('embed.js', import.meta.url)), {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'public, max-age=86400',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
})

export function embedHeaders(html: string, origins: readonly string[]): Record<string, string> {
  return {
    'Content-Type': 'text/html',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': embeddablePolicy({ ...readInlineHashes(html), framedBy: origins }),
  }
}
