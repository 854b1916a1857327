import { parentPort } from 'node:worker_threads'
import { LakeError } from '../http/errors.ts'
import { Documents } from '../store/documents.ts'
import type { AnonymousAnswer, AnonymousQuery, ToWorker } from './anonymous-queries.ts'
import { queryAsJson } from './evaluate.ts'
import { Views } from './views.ts'

// The thread of anonymous-queries.ts, with a copy of the documents that everybody may read.
const documents = new Documents([])
const views = new Views({
  all: () => documents.all(),
  get: (id) => documents.get(id),
  referrers: (id) => documents.references.referrers(id),
})

parentPort?.on('message', (message: ToWorker) => {
  if ('changes' in message) return documents.commit(message.changes)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer(message.query))
})

function answer({ query, params, perspective, context }: AnonymousQuery): AnonymousAnswer {
  try {
    return { json: queryAsJson(query, params, views.get(perspective), context) }
  } catch (error) {
    if (!(error instanceof LakeError)) throw error
    return { status: error.status, details: error.details }
  }
}
