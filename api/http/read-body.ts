import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { inLanguage } from '#domain/in-language.ts'
import { fill, messages, readLanguage } from '#domain/language.ts'
import { requestErrors, RequestError } from '../errors.ts'

type Limits = {
  /** Bytes of one body. */
  maxBytes: number
  /** Concurrent bodies, and the bytes that all of them have received so far. */
  maxConcurrent: number
  maxTotalBytes: number
  timeoutMs: number
}

type Refusals = { tooLarge: () => RequestError; tooMany: () => RequestError; tooSlow: () => RequestError }

/** Limits memory. Reads Node's stream: the web stream never settles if the body does not end. 400 on disconnect. */
export function createBodyReader(
  { maxBytes, maxConcurrent, maxTotalBytes, timeoutMs }: Limits,
  refusals: Refusals,
) {
  let reading = 0
  let received = 0

  return async (c: Context): Promise<Buffer> => {
    const { incoming } = c.env as HttpBindings
    if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw refusals.tooLarge()
    if (reading >= maxConcurrent) throw refusals.tooMany()
    const chunks: Buffer[] = []
    let size = 0
    const { promise: ended, resolve } = Promise.withResolvers<(() => RequestError) | undefined>()
    // Not `on` of node:events: its iterator costs 0.1 ms per post.
    const onChunk = (chunk: Buffer) => {
      size += chunk.length
      received += chunk.length
      chunks.push(chunk)
      if (size > maxBytes) resolve(refusals.tooLarge)
      else if (received > maxTotalBytes) resolve(refusals.tooMany)
    }
    const end = () => resolve(incoming.complete ? undefined : lost)
    const timer = setTimeout(() => resolve(refusals.tooSlow), timeoutMs)
    reading += 1
    incoming.on('data', onChunk).on('end', end).on('close', end).on('error', end)
    try {
      const refusal = await ended
      // Created here, where the language of the request is known.
      if (refusal) throw refusal()
      return Buffer.concat(chunks)
    } finally {
      incoming.off('data', onChunk).off('end', end).off('close', end).off('error', end)
      clearTimeout(timer)
      reading -= 1
      received -= size
    }
  }
}

const lost = () => new RequestError(400, 'the connection was lost before the body was complete')

function createReceiver(kilobytes: number): MiddlewareHandler {
  const readBytes = createBodyReader(
    {
      maxBytes: kilobytes * 1024,
      maxConcurrent: 1_000,
      maxTotalBytes: 16 * 1024 * 1024,
      // Milliseconds. Shorter than the listener's `requestTimeout`, so that this answer comes first.
      timeoutMs: 8_000,
    },
    {
      tooLarge: () =>
        new RequestError(413, fill(messages().answers.tooLarge, { kilobytes }), { Connection: 'close' }),
      tooMany: requestErrors.databaseUnavailable,
      tooSlow: () => new RequestError(408, messages().answers.tooSlow, { Connection: 'close' }),
    },
  )
  return async (c, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return next()
    const bytes = await readBytes(c)
    c.set('bytes', bytes)
    // A form that is sent without scripts names its language in the field `language`.
    const isForm = c.req.header('content-type')?.toLowerCase().startsWith(formType)
    const language = isForm ? readLanguage(new URLSearchParams(bytes.toString()).get('language')) : undefined
    return language ? inLanguage(language, next) : next()
  }
}

export const receiveBody = createReceiver(64)
/** 10,000 characters of a description may be 120,000 bytes in a form. */
export const receiveLongForm = createReceiver(192)

export const formType = 'application/x-www-form-urlencoded'
const bodyTypes = ['application/json', formType] as const
export type BodyType = (typeof bodyTypes)[number]

/** The type without parameters. Throws 415 for another type, or a charset other than UTF-8. */
export function readBodyType(c: Context): BodyType {
  const [type = '', ...parameters] = (c.req.header('content-type') ?? '').toLowerCase().split(';')
  const bodyType = bodyTypes.find((known) => known === type.trim())
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='))
  if (!bodyType || (charset && !/^charset="?utf-?8"?$/.test(charset))) {
    throw new RequestError(415, `send this as ${bodyTypes[0]} in UTF-8`)
  }
  return bodyType
}

/** Throws 400 for a body that is not of the given type. */
export function readBody(c: Context, type: BodyType): unknown {
  const text = decode(c.get('bytes') as Buffer)
  if (type === formType) {
    c.set('typed', Object.fromEntries(new URLSearchParams(text)))
    return readForm(text)
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new RequestError(400, 'this is not valid JSON')
  }
}

/** Removes the field `language`, which `receiveBody` has read. */
export function withoutLanguage(body: unknown): Record<string, string> {
  const { language: _, ...fields } = body as Record<string, string>
  return fields
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RequestError(400, 'this is not valid UTF-8')
  }
}

function readForm(text: string): Record<string, string> {
  const fields = new URLSearchParams(text)
  // Percent-encoded bytes that are not UTF-8 decode to U+FFFD.
  if (text.includes('%') && [...fields.values()].some((value) => value.includes('\ufffd'))) {
    throw new RequestError(400, 'this is not valid UTF-8')
  }
  return Object.fromEntries(fields)
}
