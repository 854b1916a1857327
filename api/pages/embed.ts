import { readFileSync } from 'node:fs'
import { createAnswer } from '../answers/prepared-answer.ts'
import { readInlineHashes } from '../html/inline-hashes.ts'
import { framedPolicy } from '../http/security-headers.ts'

/** A browser asks for it again after a day. Other sites load it: it stays below 1 KB as it is. */
export const embedScript = createAnswer(readFileSync(new URL('embed.js', import.meta.url)), {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'public, max-age=86400',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
})

/** `origins` may show the page in a frame. Its language is in its address, so no cookie changes it. */
export function embedHeaders(html: string, origins: readonly string[]): Record<string, string> {
  return {
    'Content-Type': 'text/html',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': framedPolicy({ ...readInlineHashes(html), framedBy: origins }),
  }
}
