import { onTestFinished } from 'vitest'
import type { Receipt } from '#domain/content/receipt.ts'

export type ReceiptReader = {
  /** The newest receipt of a document. */
  find: (documentId: string) => Receipt | undefined
  /** Whether the server has ended the stream, rather than cut the connection. */
  hasEnded: () => boolean
  stop: () => void
}

/** Reads `/api/publishing` as the Studio does, until the test is over. Rejects where it is refused. */
export async function readReceipts(
  base: string,
  { origin = 'http://studio.test', headers = {} }: { origin?: string; headers?: Record<string, string> } = {},
): Promise<ReceiptReader> {
  const leaving = new AbortController()
  const stop = () => leaving.abort()
  onTestFinished(stop)
  const answer = await fetch(`${base}/api/publishing`, {
    headers: { Origin: origin, ...headers },
    signal: leaving.signal,
  })
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`)
  const told: Receipt[] = []
  let hasEnded = false
  const { promise: present, resolve } = Promise.withResolvers<void>()

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? []
        if (name !== 'beat') told.push(...(JSON.parse(data) as Receipt[]))
        resolve()
      }
    }
  }
  read(answer.body).then(
    () => (hasEnded = true),
    () => undefined,
  )
  await present
  return {
    find: (documentId) => told.findLast((receipt) => receipt.documentId === documentId),
    hasEnded: () => hasEnded,
    stop,
  }
}
