import type { MiddlewareHandler } from 'hono'
import { lakeErrors } from '../http/errors.ts'
import type { LakeEnv } from '../http/guard.ts'
import type { AnonymousQueries } from '../query/anonymous-queries.ts'
import type { Views } from '../query/views.ts'
import type { Store } from '../store/types.ts'

/** What the data routes work on. */
export type Dataset = {
  store: Store
  views: Views
  anonymousQueries: AnonymousQueries
  projectId: string
  dataset: string
}

/** There is one dataset here; throws 404 for another's name. */
export function onlyDataset(dataset: string): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const asked = c.req.param('dataset') ?? ''
    if (asked !== dataset) throw lakeErrors.unknownDataset(asked)
    await next()
  }
}
