import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../database/open.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import { DeployFault, type Outcome } from '../outcome.ts'
import { claimDeployCall, recordDeployCall, releaseDeployCall } from './deploy-queries.ts'

export type DeployHook = ReturnType<typeof createDeployHook>

type Options = {
  sql: Database
  /** A secret: never put it in a message. */
  url: string
  /** The revisions of all pages' documents, by id. */
  readRevisions: () => Promise<ReadonlyMap<string, string>>
  /** Milliseconds before a call, in which further changes join it. */
  debounceMs?: number
}

const timeoutMs = 10_000

export function createDeployHook({ sql, url, readRevisions, debounceMs = 1_000 }: Options) {
  const stopping = new AbortController()

  async function run(): Promise<Outcome> {
    try {
      await sleep(debounceMs, undefined, { signal: stopping.signal })
      const claim = randomUUID()
      let last: string | null | undefined
      while ((last = await claimDeployCall(sql, claim)) === undefined)
        await sleep(500, undefined, { signal: stopping.signal })
      try {
        const revisions = await readRevisions()
        const content = digest(revisions)
        const isNew = content !== last
        if (isNew) {
          await callHook(url, stopping.signal)
          await recordDeployCall(sql, content)
        }
        return { state: 'handed over', isNew, revisions }
      } finally {
        await releaseDeployCall(sql, claim)
      }
    } catch (error) {
      return {
        state: 'failed',
        error: error instanceof DeployFault ? error : new DeployFault(unknownReason, { cause: error }),
      }
    }
  }

  const publish = createSerialQueue(run)
  return {
    /** Calls the hook once per state of the content; one call in flight, one queued. Never rejects or retries. */
    publish: () => publish(),
    [Symbol.dispose]: () => stopping.abort(),
  }
}

const unknownReason = 'The site could not find out whether its host must build it again.'

function digest(revisions: ReadonlyMap<string, string>): string {
  const lines = [...revisions].map(([documentId, revision]) => `${documentId} ${revision}`).toSorted()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

async function callHook(url: string, signal: AbortSignal): Promise<void> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  // A redirect would turn the POST into a GET.
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', signal: within }).catch(
    (error: unknown) => {
      throw new DeployFault('The host that builds the site does not answer.', { cause: error })
    },
  )
  await answer.body?.cancel()
  if (!answer.ok) throw new DeployFault(`The host that builds the site answers ${answer.status}.`)
}
