import { isUuid } from '#domain/uuid.ts'
import { RequestError } from '../errors.ts'
import type { ListingCursor } from './queries.ts'

/** Microseconds since 1970, up to the year 2286. */
const micros = /^\d{1,16}$/

export function formatCursor({ createdAtMicros, id }: ListingCursor): string {
  return `${createdAtMicros}_${id}`
}

/** Reads `?before=`. Throws 400 for an invalid cursor. */
export function parseCursor(values: string[]): ListingCursor | undefined {
  const [value, ...more] = values
  if (value === undefined) return undefined
  const [createdAtMicros = '', id = '', ...rest] = value.split('_')
  if (more.length > 0 || rest.length > 0 || !micros.test(createdAtMicros) || !isUuid(id)) {
    throw new RequestError(400, 'before is not a valid cursor: follow the link to the next page')
  }
  return { createdAtMicros, id }
}
