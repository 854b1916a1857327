import type { Context } from 'hono'
import { isNestedDeeper } from '../mutations/inspect-document.ts'
import { isAttributes } from '../mutations/parse.ts'
import { lakeErrors } from './errors.ts'
import { readBytes } from './read-bytes.ts'

/** Bytes of the largest body of JSON. Uploads have a limit of their own. */
export const MOST_JSON_BYTES = 10 * 1024 * 1024
/** Twice what a document may have, whose own limit has a better message. */
const DEEPEST = 200

/** The body, a JSON object of at most 10 MB. Throws LakeError 400 or 413 with the reason. */
export async function readJsonObject(c: Context): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await readBytes(c, MOST_JSON_BYTES))
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw lakeErrors.badRequest(`The body is not JSON: ${(error as Error).message}`)
  }
  if (isNestedDeeper(body, DEEPEST))
    throw lakeErrors.badRequest(`The body is nested deeper than ${DEEPEST} levels`)
  if (!isAttributes(body)) throw lakeErrors.badRequest('The body needs to be a JSON object')
  return body
}
