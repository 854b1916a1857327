import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { RequestError } from '../errors.ts'

type Limits = {
  /** Of one body. */
  largest: number
  /** Of all bodies that are being read at once: how many, and the bytes received so far. */
  most: number
  mostBytes: number
  /** Milliseconds for one body. */
  patience: number
}

type Refusals = { tooLarge: () => RequestError; tooMany: () => RequestError; tooSlow: () => RequestError }

/**
 * Makes a reader of request bodies with bounded memory. Reads from Node's own request: unlike the web stream over it, it
 * settles in every case, also when the client goes away or never sends the end. Throws a refusal, or 400 when the
 * connection is lost.
 */
export function createBodyReader({ largest, most, mostBytes, patience }: Limits, refusals: Refusals) {
  let reading = 0
  let received = 0

  async function collect(incoming: HttpBindings['incoming'], stop: AbortSignal): Promise<Buffer> {
    const chunks: Buffer[] = []
    let size = 0
    reading += 1
    try {
      // The connection stays open when this ends early: the answer still has to be sent.
      for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (stop.aborted) break
        size += chunk.length
        received += chunk.length
        if (size > largest) throw refusals.tooLarge()
        if (received > mostBytes) throw refusals.tooMany()
        chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    } catch (error) {
      if (error instanceof RequestError) throw error
      throw new RequestError(400, 'the connection was lost before the body was complete')
    } finally {
      reading -= 1
      received -= size
    }
  }

  return async (c: Context): Promise<Buffer> => {
    const { incoming } = c.env as HttpBindings
    if (Number(incoming.headers['content-length'] ?? 0) > largest) throw refusals.tooLarge()
    if (reading >= most) throw refusals.tooMany()
    const stop = new AbortController()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      stop.abort()
      reject(refusals.tooSlow())
    }, patience)
    try {
      return await Promise.race([collect(incoming, stop.signal), late])
    } finally {
      clearTimeout(timer)
    }
  }
}
