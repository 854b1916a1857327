import { queryErrors } from './errors.ts'

/** Of an answer as JSON; in memory it stands two or three times while it is sent. */
export const MOST_CHARACTERS = 50_000_000
const LONGEST_SCALAR = 24

/**
 * The JSON of a result. It is measured first: the same document may stand in a small result a million times.
 * Throws LakeError 400 where it is too long.
 */
export function stringifyBounded(result: unknown): string {
  const value = result ?? null
  measure(value, 0)
  return JSON.stringify(value)
}

/** Characters of the JSON, escapes left out, and of what was counted before. */
function measure(value: unknown, before: number): number {
  let length = before
  if (typeof value === 'string') length += value.length + 2
  else if (typeof value !== 'object' || value === null || 'toJSON' in value) length += LONGEST_SCALAR
  else if (Array.isArray(value)) for (const item of value) length = measure(item, length + 1)
  else
    for (const key of Object.keys(value))
      length = measure((value as Record<string, unknown>)[key], length + key.length + 4)
  if (length > MOST_CHARACTERS) throw queryErrors.tooMuch(MOST_CHARACTERS)
  return length
}
