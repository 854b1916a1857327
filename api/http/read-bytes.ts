import { on } from 'node:events'
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
    const signal = AbortSignal.timeout(patience)
    const chunks: Buffer[] = []
    let size = 0
    reading += 1
    try {
      for await (const [chunk] of on(incoming, 'data', { signal, close: ['end', 'close'] })) {
        size += chunk.length
        received += chunk.length
        if (size > largest) throw refusals.tooLarge()
        if (received > mostBytes) throw refusals.tooMany()
        chunks.push(chunk)
      }
      if (!incoming.complete) throw lost()
      return Buffer.concat(chunks)
    } catch (error) {
      if (error instanceof RequestError) throw error
      throw signal.aborted ? refusals.tooSlow() : lost()
    } finally {
      reading -= 1
      received -= size
    }
  }
}

function lost(): RequestError {
  return new RequestError(400, 'the connection was lost before the body was complete')
}
