import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import pTimeout from 'p-timeout'
import type { Found } from '#domain/import/found.ts'
import { ImportError } from './import-error.ts'
import type { readSource } from './read-source.ts'

type Options = Parameters<typeof readSource>[1]

/** In milliseconds, for the start of a thread and for its work. 20,000 events take eight seconds, and five times that on a busy machine. */
const deadline = 60_000

/** Milliseconds once the thread has started, and the size of its heap. */
export type Limits = { patience: number; megabytes: number }
const usual = { patience: deadline, megabytes: 192 }

const inTurn = pLimit(1)
/** Waiting for their turn. With the one that is read, they may take all of the time that a request is allowed. */
const maxWaiting = 2

/**
 * Runs `readSource` in a worker thread, one at a time, with limits on memory and time: whatever a file contains, the
 * server keeps answering. Throws ImportError.
 */
export function readApart(bytes: Uint8Array, options: Options, limits: Limits = usual): Promise<Found> {
  if (inTurn.pendingCount >= maxWaiting)
    return Promise.reject(new ImportError('Other imports are being read: try again in a minute'))
  return inTurn(() => readOne(bytes, options, limits))
}

/** Milliseconds in which `readApart` settles, except on a machine that is too busy to start a thread. */
export const readingTakes = (1 + maxWaiting) * deadline

async function readOne(bytes: Uint8Array, options: Options, { patience, megabytes }: Limits): Promise<Found> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: { bytes, options },
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
  })
  // Throws what the thread throws.
  const messages = on(worker, 'message')
  const read = (milliseconds: number, sentence: string) =>
    pTimeout(messages.next(), { milliseconds, message: new ImportError(sentence) })
  try {
    await read(deadline, 'The server is busy: try again')
    const { value } = await read(
      patience,
      'It takes too long to read: a part is too long, or repeats without end',
    )
    const [found] = value as [Found]
    return found
  } catch (error) {
    const { code, name, message } = error as NodeJS.ErrnoException
    if (code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new ImportError('It takes too much memory to read: import a smaller one')
    // An error that comes from a thread has lost its class.
    throw name === 'ImportError' ? new ImportError(message) : error
  } finally {
    await worker.terminate()
  }
}
