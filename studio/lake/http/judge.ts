import type { IncomingMessage } from 'node:http'
import { type Access, decideAccess } from './access.ts'

export type Rules = {
  token: string
  /** Other origins whose pages may read the answers, as `http://localhost:4321`; they write with the token only. */
  origins: readonly string[]
}

export type Verdict = { refusal: string } | { access: Access; allowedOrigin: string | undefined }

const names = ['localhost', '127.0.0.1', '[::1]']

/** The API: everything that costs time and memory by what is asked of it. */
const api = /^\/v[0-9X]/

/**
 * Judges a request by what its browser cannot be made to lie about: `Host` must be one of this machine's own names
 * with the listener's port, which a page that rebinds its DNS name to this machine cannot send; a page of elsewhere,
 * told by its `Origin` or, where a browser sends none, by `Sec-Fetch-Site`, gets images, files and the Studio's own
 * page, and nothing else. `path` is the one that routes are chosen by.
 */
export function judge(request: IncomingMessage, path: string, { token, origins }: Rules): Verdict {
  const { headers } = request
  const host = headers.host?.toLowerCase() ?? ''
  const port = request.socket.localPort ?? 0
  if (!names.some((name) => host === `${name}:${port}` || (port === 80 && host === name)))
    return { refusal: `This Content Lake answers to http://localhost:${port} only` }

  const { origin } = headers
  const isOwn = origin === `http://${host}`
  const allowedOrigin = origin !== undefined && !isOwn && origins.includes(origin) ? origin : undefined
  const site = headers['sec-fetch-site']
  const isFromElsewhere = origin !== undefined || site === 'cross-site' || site === 'same-site'
  const isForeign = isFromElsewhere && !isOwn && allowedOrigin === undefined
  if (isForeign && (api.test(path) || !isPlainRead(request)))
    return { refusal: 'A page of another origin may do nothing here but read images and files' }

  const fromOwnOrigin = isOwn || (origin === undefined && headers['sec-fetch-site'] === 'same-origin')
  return { access: decideAccess(headers, { token, fromOwnOrigin }), allowedOrigin }
}

function isPlainRead({ method, headers }: IncomingMessage): boolean {
  if (headers.upgrade !== undefined || headers.authorization !== undefined) return false
  return method === 'GET' || method === 'HEAD'
}
