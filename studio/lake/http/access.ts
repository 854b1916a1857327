import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from 'hono'

/** What a request may do, and in whose name its changes stand in the history. */
export type Access = { mayWrite: boolean; maySeeDrafts: boolean; identity: string }

export const localEditor = { id: 'local-editor', name: 'Local editor' }

export const anonymous: Access = { mayWrite: false, maySeeDrafts: false, identity: 'anonymous' }
export const editor: Access = { mayWrite: true, maySeeDrafts: true, identity: localEditor.id }

/**
 * The access of a request whose Host and Origin the guard accepted: the editor's with the write token, or where the
 * browser says that the Studio's own page sent it; anonymous otherwise. Undefined for a wrong token.
 */
export function decideAccess(
  headers: IncomingHttpHeaders,
  { token, fromOwnOrigin }: { token: string; fromOwnOrigin: boolean },
): Access | undefined {
  const given = bearerOf(headers)
  if (given !== undefined) return isSame(given, token) ? editor : undefined
  return fromOwnOrigin ? editor : anonymous
}

/** What the guard decided about this request. */
export function readAccess(c: Context): Access {
  return (c.get('access') as Access | undefined) ?? anonymous
}

/** The token of `Authorization: Bearer …`, undefined without one, and empty where the header says something else. */
function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined || authorization === '') return undefined
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
}

/** Compares in a time that tells nothing about where two tokens of the same length differ. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
