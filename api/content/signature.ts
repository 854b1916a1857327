import { createHmac, timingSafeEqual } from 'node:crypto'

/** Sanity's header: `v1` is base64url of HMAC-SHA256 over `<t>.<raw body>`, `t` in milliseconds since 1970. */
const form = /^t=(\d{1,15}),\s*v1=([\w-]{43})$/

/** Milliseconds. Sanity retries for 30 minutes with the original `t`; ten more allow for clock skew and queues. */
const oldest = 40 * 60_000
const newest = 5 * 60_000

/** Checks only the form of the header, before the body is read. */
export function isSignature(header: string | undefined): boolean {
  return form.test(header ?? '')
}

export type SignatureVerdict = 'good' | 'malformed' | 'wrong' | 'too old' | 'too new'

type SignedBody = {
  header: string | undefined
  body: Uint8Array
  secrets: readonly string[]
  /** Milliseconds since 1970. */
  now: number
}

/** In constant time. The check in `@sanity/webhook` compares with `!==` and ignores the age. */
export function verifySignature({ header, body, secrets, now }: SignedBody): SignatureVerdict {
  const [, time, signature] = form.exec(header ?? '') ?? []
  if (time === undefined || signature === undefined) return 'malformed'
  const given = Buffer.from(signature, 'base64url')
  const isSigned = secrets.map((secret) => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned.includes(true)) return 'wrong'
  const age = now - Number(time)
  if (age > oldest) return 'too old'
  return age < -newest ? 'too new' : 'good'
}
