import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type ErrorDetails, LakeError } from '../http/errors.ts'
import { createTurns } from '../images/turns.ts'
import type { Change, Store } from '../store/types.ts'
import type { QueryContext } from './evaluate.ts'
import type { Perspective } from './perspective.ts'
import { mayRead } from './views.ts'

export type AnonymousQuery = {
  query: string
  params: Record<string, unknown>
  perspective: Perspective
  context: QueryContext
}
export type AnonymousAnswer = { json: string } | { status: LakeError['status']; details: ErrorDetails }

type DocumentState = Pick<Change, 'documentId' | 'after'>
export type ToWorker = { changes: DocumentState[] } | { query: AnonymousQuery }

export type AnonymousQueries = {
  /**
   * The result as JSON, of the documents as they are now. Throws LakeError 400 with the reason, and 503 where too
   * many wait. Aborting the signal takes a query that waits out of the queue.
   */
  run: (query: AnonymousQuery, signal: AbortSignal) => Promise<string>
  close: () => Promise<void>
}

const MOST_WAITING = 50
const SENT_AT_ONCE = 500

/**
 * Runs queries without a token one after the other on a thread of their own, so that an expensive one delays no save,
 * no stream and no query with a token. The thread starts with the first such query, and anew where it failed. It keeps
 * a copy of the documents that everybody may read, and gets each change of them.
 */
export function openAnonymousQueries(store: Store): AnonymousQueries {
  const takeTurn = createTurns(1, MOST_WAITING)
  let thread: Thread | undefined
  let isClosed = false

  async function run(query: AnonymousQuery): Promise<string> {
    if (isClosed) throw stopping()
    thread ??= startThread(store, () => (thread = undefined))
    const answer = await thread.ask(query)
    if ('json' in answer) return answer.json
    throw new LakeError(answer.status, answer.details)
  }

  return {
    run: (query, signal) => takeTurn(() => run(query), signal),
    async close() {
      isClosed = true
      await thread?.stop()
    },
  }
}

type Thread = { ask: (query: AnonymousQuery) => Promise<AnonymousAnswer>; stop: () => Promise<void> }

function startThread(store: Store, onEnd: () => void): Thread {
  const worker = new Worker(new URL('anonymous-worker.ts', import.meta.url))
  let failure: Error | undefined
  let asked: PromiseWithResolvers<AnonymousAnswer> | undefined
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const send = (message: ToWorker) => worker.postMessage(message)
  const sendReadable = (changes: readonly DocumentState[]) =>
    send({
      changes: changes.flatMap(({ documentId, after }) =>
        mayRead({ maySeeDrafts: false }, documentId) ? [{ documentId, after }] : [],
      ),
    })
  const stopFollowing = store.afterCommit(({ changes }) => sendReadable(changes))
  const loaded = load()

  /** In parts, so that others are answered meanwhile. What changes during that is sent by the commit as well. */
  async function load(): Promise<void> {
    const ids = store.all().map(({ _id }) => _id)
    for (let start = 0; start < ids.length; start += SENT_AT_ONCE) {
      const part = ids.slice(start, start + SENT_AT_ONCE)
      sendReadable(part.map((documentId) => ({ documentId, after: store.get(documentId) })))
      await setImmediate()
    }
  }

  function end(error: Error): void {
    failure ??= error
    stopFollowing()
    asked?.reject(failure)
    onEnd()
  }

  worker.on('message', (answer: AnonymousAnswer) => asked?.resolve(answer))
  worker.on('error', end)
  worker.on('exit', () => end(stopping()))
  return {
    async ask(query) {
      await loaded
      if (failure) throw failure
      asked = Promise.withResolvers()
      send({ query })
      return asked.promise
    },
    stop: async () => void (await worker.terminate()),
  }
}

function stopping(): LakeError {
  return new LakeError(503, { type: 'stopping', description: 'The Content Lake is stopping' })
}
