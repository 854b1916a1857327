import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod'
import { LakeError, lakeErrors } from '../errors.ts'
import { isAttributes } from '../mutations/parse.ts'
import { isNestedDeeper } from '../mutations/references.ts'
import type { Query } from '../query/evaluate.ts'
import { sendError } from './answers.ts'

/** Twice the limit of a document, whose error is more specific. */
const maxDepth = 200

/** Refuses larger bodies with 413. */
export function limitBody(megabytes: number) {
  const description = `Request entity too large: the limit is ${megabytes} MB`
  const tooLarge = new LakeError(413, { type: 'requestTooLarge', description })
  return bodyLimit({ maxSize: megabytes * 1024 * 1024, onError: (c) => sendError(c, tooLarge) })
}

/** The body as a JSON object. Throws LakeError 400 with the reason. */
export async function readJsonObject(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw lakeErrors.badRequest(`The body is not JSON: ${(error as Error).message}`)
  }
  if (isNestedDeeper(body, maxDepth))
    throw lakeErrors.badRequest(`The body is nested deeper than ${maxDepth} levels`)
  if (!isAttributes(body)) throw lakeErrors.badRequest('The body must be a JSON object')
  return body
}

export const jsonText = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue('is not JSON')
    return z.NEVER
  }
})

/** True for a navigation, false for the fetch of a script, a style or data. */
export function acceptsPage(c: Context): boolean {
  return c.req.header('accept')?.includes('text/html') === true
}

/** `false` and `0` are false; any other value is true. */
export function readFlag(c: Context, name: string, fallback: boolean): boolean {
  const value = c.req.query(name)
  return value === undefined ? fallback : value !== 'false' && value !== '0'
}

/** The GROQ query in a URL with its parameters, `$name=<JSON>`. Throws LakeError 400. */
export function readQuery(c: Context): Query {
  const { query, ...others } = c.req.query()
  if (query === undefined) throw lakeErrors.badRequest('The URL has no "query" parameter')
  const given = Object.entries(others).filter(([name]) => name.startsWith('$'))
  const params = given.map(([name, value]) => {
    const { data, success } = jsonText.safeParse(value)
    if (!success) throw lakeErrors.badRequest(`The value of ${name} is not JSON`)
    return [name.slice(1), data]
  })
  return { query, params: Object.fromEntries(params) as Record<string, unknown> }
}
