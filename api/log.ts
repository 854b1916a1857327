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

/** Structured logs, one JSON object a line. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    { level, base: null, serializers: { error: describeError } },
    destination ?? pino.destination(1),
  )
}
