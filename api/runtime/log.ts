import { fstatSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DestinationStream, type Logger, pino } from 'pino'
import { describeDatabaseError } from './postgres-errors.ts'

export type { Logger }

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  return (
    describeDatabaseError(error) ?? { name, message, stack, ...('code' in error ? { code: error.code } : {}) }
  )
}

/** `flush` waits at most 2 seconds for a slow reader. */
type LogOutput = DestinationStream & { flush: () => Promise<void> }

/** Buffer limit in bytes. Further lines are dropped and counted. */
const maxQueue = 1024 * 1024

/** Never blocks. While nobody reads the pipe, pino's own destination blocks a thread, and so the process's exit. */
function writeToPipe(): LogOutput {
  const { stdout } = process
  let dropped = 0
  stdout.on('error', () => {})
  stdout.on('drain', () => {
    if (dropped === 0) return
    const msg = 'log lines were dropped: nothing read standard output'
    const line = { level: 40, time: Date.now(), dropped, msg }
    dropped = 0
    stdout.write(`${JSON.stringify(line)}\n`)
  })
  return {
    write(line) {
      if (stdout.writableLength > maxQueue) dropped += 1
      else stdout.write(line)
    },
    async flush() {
      for (let waited = 0; stdout.writableLength > 0 && waited < 2_000; waited += 20) await sleep(20)
    },
  }
}

/** pino's own destination retries a failed write for ever: a full disk would stop the site. */
function writeToFile(): LogOutput {
  return {
    write(line) {
      try {
        writeSync(1, line)
      } catch {
        // A lost line must not fail the request.
      }
    },
    flush: async () => {},
  }
}

export function openStandardOutput(): LogOutput {
  const output = fstatSync(1)
  return output.isFIFO() || output.isSocket() ? writeToPipe() : writeToFile()
}

export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { error: describeError } }, destination)
}
