import { fstatSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DestinationStream, type Logger, pino } from 'pino'
import { describeDatabaseError } from './database/faults.ts'

export type { Logger }

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  return (
    describeDatabaseError(error) ?? { name, message, stack, ...('code' in error ? { code: error.code } : {}) }
  )
}

/** Where a log goes. `flush` waits for a slow reader, but not for one that has stalled. */
type LogOutput = DestinationStream & { flush: () => Promise<void> }

/** Bytes that wait for a slow reader of the log. Further lines are dropped and counted. */
const longestQueue = 1024 * 1024

/**
 * A pipe or a socket, which Node writes without blocking. pino's own destination blocks a thread of Node's instead, and
 * with it the end of the process, while nobody reads.
 */
function writeToPipe(): LogOutput {
  const { stdout } = process
  let dropped = 0
  // The reader is gone for good.
  stdout.on('error', () => {})
  stdout.on('drain', () => {
    if (dropped === 0) return
    const line = {
      level: 40,
      time: Date.now(),
      dropped,
      msg: 'lines of this log were dropped: nobody read it',
    }
    dropped = 0
    stdout.write(`${JSON.stringify(line)}\n`)
  })
  return {
    write(line) {
      if (stdout.writableLength > longestQueue) dropped += 1
      else stdout.write(line)
    },
    async flush() {
      for (let waited = 0; stdout.writableLength > 0 && waited < 2_000; waited += 20) await sleep(20)
    },
  }
}

/** A file or a terminal. pino's own destination retries a failed write for ever, so a full disk would stop the site. */
function writeToFile(): LogOutput {
  return {
    write(line) {
      try {
        writeSync(1, line)
      } catch {
        // The line is lost, and the request that it is about goes on.
      }
    },
    flush: async () => {},
  }
}

export function openStandardOutput(): LogOutput {
  const output = fstatSync(1)
  return output.isFIFO() || output.isSocket() ? writeToPipe() : writeToFile()
}

/** Structured logs, one JSON object a line. */
export function createLogger(level: string, destination: DestinationStream = openStandardOutput()): Logger {
  return pino({ level, base: null, serializers: { error: describeError } }, destination)
}
