import { lakeErrors } from '../http/errors.ts'

/** The parameters of a query as an address carries them: `$name=<JSON>`. Throws LakeError 400 for what is no JSON. */
export function readQueryParams(search: URLSearchParams): Record<string, unknown> {
  const given = [...search].filter(([name]) => name.startsWith('$'))
  return Object.fromEntries(given.map(([name, value]) => [name.slice(1), parseValue(name, value)]))
}

function parseValue(name: string, value: string): unknown {
  try {
    return JSON.parse(value) as unknown
  } catch {
    throw lakeErrors.badRequest(`The value of ${name} is not JSON`)
  }
}
