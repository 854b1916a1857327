import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'

export type Answer = { path: string; status: number; body: string; requestedAt: number }

const connections = 16

/**
 * Requests paths over kept-alive connections until the signal aborts, at most `rate` a second. `choose` returns the next
 * path. `onAnswer` gets every answer, with status 0 for one that failed.
 */
export async function readRepeatedly(
  base: string,
  choose: () => string,
  { rate, signal, onAnswer }: { rate: number; signal: AbortSignal; onAnswer: (answer: Answer) => void },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const startedAt = performance.now()
  let sent = 0
  const isEarly = () => sent > (rate * (performance.now() - startedAt)) / 1000
  const read = async () => {
    while (!signal.aborted) {
      if (isEarly()) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        continue
      }
      sent += 1
      const path = choose()
      const requestedAt = performance.now()
      const { status, body } = await request(base + path, agent).catch(() => ({ status: 0, body: '' }))
      onAnswer({ path, status, body, requestedAt })
    }
  }
  await Promise.all(Array.from({ length: connections }, read))
  agent.destroy()
}

export function request(url: string, agent?: Agent): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    }).on('error', reject)
  })
}
