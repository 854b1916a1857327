import type { IncomingMessage } from 'node:http'
import { type Access, anonymous, decideAccess } from './access.ts'

export type Rules = {
  token: string
  /** Its clients put it before the host's name unless they are told not to: `local.localhost`. */
  projectId: string
}

/** `access` is undefined where the request carries a wrong token. */
export type Verdict = { refusal: string } | { access: Access | undefined }

/** The API: everything that costs time and memory by what is asked of it. */
const api = /^\/v[0-9X]/

/**
 * Judges a request by headers that a page cannot set. `Host` must be exactly one of the lake's own names with the
 * listener's port: a page that rebinds its DNS name to this machine sends its own name. A page of another origin
 * (`Origin`, or `Sec-Fetch-Site` where there is none) gets images, files and the Studio's page, and nothing else.
 * `path` is the one that routes are chosen by.
 */
export function judge(request: IncomingMessage, path: string, rules: Rules): Verdict {
  const names = ['localhost', '127.0.0.1', '[::1]', `${rules.projectId}.localhost`]
  const { headers } = request
  const host = headers.host?.toLowerCase() ?? ''
  const port = request.socket.localPort ?? 0
  if (!names.some((name) => host === `${name}:${port}` || (port === 80 && host === name)))
    return { refusal: `This Content Lake answers to http://localhost:${port} only` }

  const { origin } = headers
  const isOwn = origin === `http://${host}`
  const site = headers['sec-fetch-site']
  const isFromElsewhere = origin !== undefined || site === 'cross-site' || site === 'same-site'
  if (isFromElsewhere && !isOwn && (api.test(path) || !isPlainRead(request)))
    return { refusal: 'A page of another origin may do nothing here but read images and files' }

  const fromOwnOrigin = isOwn || (origin === undefined && site === 'same-origin')
  const access = decideAccess(headers, { token: rules.token, fromOwnOrigin })
  return { access: access ?? (api.test(path) ? undefined : anonymous) }
}

function isPlainRead({ method, headers }: IncomingMessage): boolean {
  if (headers.upgrade !== undefined || headers.authorization !== undefined) return false
  return method === 'GET' || method === 'HEAD'
}
