import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { readAccess } from '../http/access.ts'
import { lakeErrors } from '../http/errors.ts'
import { readFlag } from '../http/flags.ts'
import type { LakeEnv } from '../http/guard.ts'
import { readJsonObject } from '../http/read-body.ts'
import { isAttributes } from '../mutations/parse.ts'
import { queryAsJson } from '../query/evaluate.ts'
import { readQueryParams } from '../query/params.ts'
import { parsePerspective } from '../query/perspective.ts'
import type { Dataset } from './dataset.ts'

type Question = { query: string; params: Record<string, unknown> }

/** `GET` and `POST /data/query/:dataset`. */
export function queryRoutes(parts: Dataset) {
  const app = new Hono<LakeEnv>()
  app.use(refuseUnsupported)
  app.get('/', (c) => answer(c, readQuestion(c), parts))
  app.post('/', async (c) => answer(c, await readPostedQuestion(c), parts))
  return app
}

async function answer(c: Context<LakeEnv>, { query, params }: Question, parts: Dataset) {
  const { views, anonymousQueries, projectId, dataset } = parts
  const began = performance.now()
  const access = readAccess(c)
  const perspective = parsePerspective(c.req.query('perspective'), c.req.param('version') ?? 'vX')
  const context = { identity: access.identity, projectId, dataset }
  const result = access.maySeeDrafts
    ? queryAsJson(query, params, views.get(perspective), context)
    : await anonymousQueries.run({ query, params, perspective, context }, c.req.raw.signal)
  const rest = {
    ...(readFlag(c, 'returnQuery', true) && { query }),
    syncTags: [syncTag(dataset)],
    ms: Math.round(performance.now() - began),
  }
  return c.body(`{"result":${result},${JSON.stringify(rest).slice(1)}`, 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  })
}

/** Options that would change the answer, and that a client must not believe to be honoured. Throws 400. */
const refuseUnsupported: MiddlewareHandler<LakeEnv> = async (c, next) => {
  if (c.req.query('resultSourceMap') && readFlag(c, 'resultSourceMap', false))
    throw lakeErrors.badRequest(
      'The local Content Lake makes no source maps, which visual editing needs: leave out "resultSourceMap"',
    )
  if (c.req.query('variant'))
    throw lakeErrors.badRequest('The local Content Lake has no variants: leave out "variant"')
  await next()
}

/** One tag for all there is: whatever is published, every query may answer differently. */
export function syncTag(dataset: string): string {
  return `s1:${dataset}`
}

function readQuestion(c: Context): Question {
  const query = c.req.query('query')
  if (query === undefined) throw lakeErrors.badRequest('There is no "query" in the address')
  return { query, params: readQueryParams(new URL(c.req.url).searchParams) }
}

async function readPostedQuestion(c: Context): Promise<Question> {
  const { query, params = {} } = await readJsonObject(c)
  if (typeof query !== 'string') throw lakeErrors.badRequest('The body needs a "query", a string')
  if (!isAttributes(params)) throw lakeErrors.badRequest('"params" needs to be an object')
  return { query, params }
}
