import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { RequestError } from '../errors.ts'

type Limits = {
  /** Bytes of one body. */
  largest: number
  /** Bodies at once; `mostBytes` counts what they have received so far. */
  most: number
  mostBytes: number
  patience: number
}

type Refusals = { tooLarge: () => RequestError; tooMany: () => RequestError; tooSlow: () => RequestError }

/** Bounds memory. Reads Node's stream: the web stream never settles without an end. 400 on disconnect. */
export function createBodyReader({ largest, most, mostBytes, patience }: Limits, refusals: Refusals) {
  let reading = 0
  let received = 0

  return async (c: Context): Promise<Buffer> => {
    const { incoming } = c.env as HttpBindings
    if (Number(incoming.headers['content-length'] ?? 0) > largest) throw refusals.tooLarge()
    if (reading >= most) throw refusals.tooMany()
    const chunks: Buffer[] = []
    let size = 0
    const { promise: ended, resolve } = Promise.withResolvers<(() => RequestError) | undefined>()
    // Not `on` of node:events, whose iterator costs a post a tenth of a millisecond.
    const take = (chunk: Buffer) => {
      size += chunk.length
      received += chunk.length
      chunks.push(chunk)
      if (size > largest) resolve(refusals.tooLarge)
      else if (received > mostBytes) resolve(refusals.tooMany)
    }
    const end = () => resolve(incoming.complete ? undefined : lost)
    const timer = setTimeout(() => resolve(refusals.tooSlow), patience)
    reading += 1
    incoming.on('data', take).on('end', end).on('close', end).on('error', end)
    try {
      const refusal = await ended
      // Made here, where the language of the request is known.
      if (refusal) throw refusal()
      return Buffer.concat(chunks)
    } finally {
      incoming.off('data', take).off('end', end).off('close', end).off('error', end)
      clearTimeout(timer)
      reading -= 1
      received -= size
    }
  }
}

function lost(): RequestError {
  return new RequestError(400, 'the connection was lost before the body was complete')
}
