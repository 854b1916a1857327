import { parentPort, workerData } from 'node:worker_threads'
import { readSource } from './read-source.ts'

const { bytes, options } = workerData as { bytes: Uint8Array; options: Parameters<typeof readSource>[1] }

// oxlint-disable unicorn/require-post-message-target-origin -- a worker thread, not a window
parentPort?.postMessage('started')
parentPort?.postMessage(readSource(bytes, options))
