import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { words } from '#domain/language.ts'
import { RequestError } from '../errors.ts'

const limitBytes = 64 * 1024

/** Refuses a larger body: by its announced length before a byte is read, or as soon as it has grown too large. */
export const refuseLargeBody: MiddlewareHandler = bodyLimit({
  maxSize: limitBytes,
  onError: () => {
    throw new RequestError(413, words().answers.tooLarge, { Connection: 'close' })
  },
})

export const formType = 'application/x-www-form-urlencoded'
const bodyTypes = ['application/json', formType] as const
export type BodyType = (typeof bodyTypes)[number]

/** The request's body type, parameters aside. Throws 415 for any other, and for a charset other than UTF-8. */
export function readBodyType(c: Context): BodyType {
  const [type = '', ...parameters] = (c.req.header('content-type') ?? '').toLowerCase().split(';')
  const bodyType = bodyTypes.find((known) => known === type.trim())
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='))
  if (!bodyType || (charset && !/^charset="?utf-?8"?$/.test(charset))) {
    throw new RequestError(415, `send the listing as ${bodyTypes[0]} in UTF-8`)
  }
  return bodyType
}

/** The body's fields as they were sent, of any type. Throws 400 for what cannot be read. */
export async function readBody(c: Context, type: BodyType): Promise<unknown> {
  const text = decode(await c.req.arrayBuffer())
  if (type === formType) {
    c.set('typed', Object.fromEntries(new URLSearchParams(text)))
    return readForm(text)
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new RequestError(400, 'the listing is not valid JSON')
  }
}

/** The fields of a form without the choice of a language, which stands in each for readers without scripts. */
export function withoutChoice(body: unknown): Record<string, string> {
  const { language: _, ...fields } = body as Record<string, string>
  return fields
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RequestError(400, 'the listing is not valid UTF-8')
  }
}

function readForm(text: string): Record<string, string> {
  const fields = new URLSearchParams(text)
  // U+FFFD is what percent-encoded bytes that are no UTF-8 turn into; nobody means to post one.
  if (text.includes('%') && [...fields.values()].some((value) => value.includes('\ufffd'))) {
    throw new RequestError(400, 'the listing is not valid UTF-8')
  }
  return Object.fromEntries(fields)
}
