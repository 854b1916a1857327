import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ReleaseFile } from '../publisher/release.ts'

const encodings = ['br', 'gzip', 'identity'] as const

/** Browsers name every encoding with one weight; then the order is ours, the smallest first. */
function chooseEncoding(c: Context) {
  const chosen = accepts(c, {
    header: 'Accept-Encoding',
    supports: [...encodings],
    default: 'identity',
    match: (accepted) =>
      encodings.find((encoding) => accepted.some(({ type, q }) => type === encoding && q > 0)) ?? 'identity',
  })
  return chosen as (typeof encodings)[number]
}

/** Answers a release's file in the best encoding that the browser takes; 304 where it has the same bytes. */
export function answerFile(c: Context, file: ReleaseFile, status: ContentfulStatusCode = 200): Response {
  const encoding = chooseEncoding(c)
  const { body, etag } = file[encoding] ?? file.identity
  for (const [name, value] of Object.entries(file.headers)) c.header(name, value)
  if (file[encoding] && encoding !== 'identity') c.header('Content-Encoding', encoding)
  c.header('ETag', etag)
  if (status === 200 && matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
  return c.body(body, status)
}

/** RFC 9110, section 13.1.2: a list of tags, weak ones alike, or `*`. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
