import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from 'hono'

/** What a request may do, and in whose name its changes stand in the history. */
export type Access = { mayWrite: boolean; maySeeDrafts: boolean; identity: string }

export const localEditor = { id: 'local-editor', name: 'Local editor' }

export const anonymous: Access = { mayWrite: false, maySeeDrafts: false, identity: 'anonymous' }
export const editor: Access = { mayWrite: true, maySeeDrafts: true, identity: localEditor.id }

/**
 * Who asks: the local editor, when the request carries the write token or the browser itself says that the Studio's
 * own page sent it; anybody else is anonymous. Only for requests whose Host and Origin the guard has let pass.
 */
export function decideAccess(
  headers: IncomingHttpHeaders,
  { token, fromOwnOrigin }: { token: string; fromOwnOrigin: boolean },
): Access {
  const given = bearerOf(headers)
  if (given !== undefined) return isSame(given, token) ? editor : anonymous
  return fromOwnOrigin ? editor : anonymous
}

/** What the guard decided about this request. */
export function readAccess(c: Context): Access {
  return (c.get('access') as Access | undefined) ?? anonymous
}

/** The token of `Authorization: Bearer …`, an empty one where the header says something else. */
function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined) return undefined
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
}

/** Compares in a time that tells nothing about where two tokens of the same length differ. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
