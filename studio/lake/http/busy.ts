import type { Context } from 'hono'
import { BusyError } from '../images/turns.ts'
import { LakeError } from './errors.ts'

/** What a client is told of an error that may be one of too many turns: 503, to be asked again. */
export function toBusyAnswer(c: Context, error: unknown): unknown {
  if (!(error instanceof BusyError)) return error
  c.header('Retry-After', '2')
  return new LakeError(503, {
    type: 'tooBusy',
    description: 'Too many images are being made at once: ask again in a moment',
  })
}
