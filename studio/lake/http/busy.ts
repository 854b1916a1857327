import type { Context } from 'hono'
import { BusyError } from '../images/turns.ts'
import { LakeError } from './errors.ts'

/** The answer for an error: 503 with Retry-After for BusyError, others as they are. */
export function toBusyAnswer(c: Context, error: unknown): unknown {
  if (!(error instanceof BusyError)) return error
  c.header('Retry-After', '2')
  return new LakeError(503, {
    type: 'tooBusy',
    description: 'Too many requests like this one wait: try again in a moment',
  })
}
