import { writeSync } from 'node:fs'
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

/** pino's own destination tries a write that fails again for ever: on a full disk no visitor would get an answer. */
const standardOutput: DestinationStream = {
  write(line) {
    try {
      writeSync(1, line)
    } catch {
      // The line is lost; what it tells of is not.
    }
  },
}

/** Structured logs, one JSON object a line. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { error: describeError } }, destination ?? standardOutput)
}
