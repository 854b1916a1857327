import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { lakeErrors } from '../errors.ts'
import { callerOf, type LakeEnv } from '../http/access.ts'
import { readFlag, readJsonObject, readQuery } from '../http/requests.ts'
import { isAttributes } from '../mutations/parse.ts'
import { type Query, queryAsJson } from '../query/evaluate.ts'
import { parsePerspective } from '../query/view.ts'
import { syncTag } from './live.ts'

export function queryRoutes() {
  return new Hono<LakeEnv>()
    .use(rejectUnsupported)
    .get('/', (c) => sendResult(c, readQuery(c)))
    .post('/', async (c) => sendResult(c, await readPostedQuery(c)))
}

function sendResult(c: Context<LakeEnv>, query: Query): Response {
  const dataset = c.get('dataset')
  const startedAt = performance.now()
  const perspective = parsePerspective(c.req.query('perspective'), c.req.param('version') ?? 'vX')
  const result = queryAsJson(query, dataset.getView(perspective), { ...dataset, identity: callerOf(c).id })
  const rest = {
    ...(readFlag(c, 'returnQuery', true) && { query: query.query }),
    syncTags: [syncTag(dataset.dataset)],
    ms: Math.round(performance.now() - startedAt),
  }
  return c.body(`{"result":${result},${JSON.stringify(rest).slice(1)}`, 200, {
    'Content-Type': 'application/json; charset=utf-8',
  })
}

/** Throws 400 for unsupported options that would change the result, instead of ignoring them. */
const rejectUnsupported: MiddlewareHandler<LakeEnv> = async (c, next) => {
  if (c.req.query('resultSourceMap') && readFlag(c, 'resultSourceMap', false))
    throw lakeErrors.badRequest(
      'The local Content Lake makes no source maps, which visual editing needs: leave out "resultSourceMap"',
    )
  if (c.req.query('variant'))
    throw lakeErrors.badRequest('The local Content Lake has no variants: leave out "variant"')
  await next()
}

async function readPostedQuery(c: Context): Promise<Query> {
  const { query, params = {} } = await readJsonObject(c)
  if (typeof query !== 'string') throw lakeErrors.badRequest('The body needs a "query", a string')
  if (!isAttributes(params)) throw lakeErrors.badRequest('"params" must be an object')
  return { query, params }
}
