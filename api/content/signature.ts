import { createHmac, timingSafeEqual } from 'node:crypto'

/** Sanity's header: `t=<milliseconds>,v1=<signature>`, base64url of HMAC-SHA256 over `<t>.<raw body>`. */
const form = /^t=(\d{1,15}),\s*v1=([\w-]{43})$/

/** The hosted service sends again for 30 minutes with the first time; ten more for clocks and queues. */
const oldest = 40 * 60_000
const newest = 5 * 60_000

/** Whether a header has the form of a signature: all that can be known before the body is read. */
export function isSignature(header: string | undefined): boolean {
  return form.test(header ?? '')
}

export type SignatureVerdict = 'good' | 'malformed' | 'wrong' | 'too old' | 'too new'

type Signed = {
  header: string | undefined
  body: Uint8Array
  /** The secret in use, and during a rotation the one before. */
  secrets: readonly string[]
  /** Milliseconds since 1970, UTC. */
  now: number
}

/**
 * Judges the signature of a webhook of Sanity's over the raw bytes of its body, in constant time. The `@sanity/webhook`
 * package makes such signatures; its check compares with `!==` and knows no age.
 */
export function judgeSignature({ header, body, secrets, now }: Signed): SignatureVerdict {
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
