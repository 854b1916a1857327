import type { Context } from 'hono'
import { isAttributes } from '../mutations/parse.ts'
import { lakeErrors } from './errors.ts'
import { readBytes } from './read-bytes.ts'

const MOST_BYTES = 10 * 1024 * 1024

/** The body, a JSON object of at most 10 MB. Throws LakeError 400 or 413 with the reason. */
export async function readJsonObject(c: Context): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await readBytes(c, MOST_BYTES))
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw lakeErrors.badRequest(`The body is not JSON: ${(error as Error).message}`)
  }
  if (!isAttributes(body)) throw lakeErrors.badRequest('The body needs to be a JSON object')
  return body
}
