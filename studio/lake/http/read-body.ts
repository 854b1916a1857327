import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isNestedDeeper } from '../mutations/inspect-document.ts'
import { isAttributes } from '../mutations/parse.ts'
import { answerError, LakeError, lakeErrors } from './errors.ts'

/** Twice what a document may have, whose own limit has a better message. */
const DEEPEST = 200

/** Refuses larger bodies with 413. */
export function limitBody(megabytes: number) {
  const description = `Request entity too large: at most ${megabytes} MB are taken`
  const tooLarge = new LakeError(413, { type: 'requestTooLarge', description })
  return bodyLimit({ maxSize: megabytes * 1024 * 1024, onError: (c) => answerError(c, tooLarge) })
}

/** The body, a JSON object. Throws LakeError 400 with the reason. */
export async function readJsonObject(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text()
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
