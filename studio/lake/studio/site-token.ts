import { sign } from 'hono/jwt'
import type { Caller } from '../people/roles.ts'

/** Seconds. Short, because the end of a session does not end its tokens; the Studio fetches a new one every 5 seconds. */
const lifetime = 15

/** A JSON Web Token with which a person in the Studio calls the site: their id (`sub`), `name` and `role`. */
export function signSiteToken({ id, name, role }: Caller, secret: string): Promise<string> {
  const exp = Math.floor(Date.now() / 1_000) + lifetime
  return sign({ sub: id, name, role, exp }, secret, 'HS256')
}
