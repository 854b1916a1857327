import { parentPort, workerData } from 'node:worker_threads'
import type { Found } from '#domain/import/found.ts'
import { ImportError } from './import-error.ts'
import { readSource } from './read-source.ts'

type Work = { bytes: Uint8Array; options: Parameters<typeof readSource>[1] }
export type Reading = { found: Found; fault?: undefined } | { found?: undefined; fault: string }

const { bytes, options } = workerData as Work

function read(): Reading {
  try {
    return { found: readSource(bytes, options) }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return { fault: error.message }
  }
}

// oxlint-disable unicorn/require-post-message-target-origin -- a worker thread, not a window
parentPort?.postMessage({ hasStarted: true })
parentPort?.postMessage(read())
