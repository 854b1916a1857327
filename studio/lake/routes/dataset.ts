import type { MiddlewareHandler } from 'hono'
import { lakeErrors } from '../errors.ts'
import type { LakeEnv } from '../http/access.ts'
import type { Perspective } from '../query/perspective.ts'
import type { View } from '../query/view.ts'
import type { Store } from '../store/types.ts'

/** The one dataset, as the data routes use it. */
export type Dataset = {
  store: Store
  getView: (perspective: Perspective) => View
  projectId: string
  dataset: string
}

/** Throws 404 for other datasets. */
export function requireDataset(dataset: string): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const name = c.req.param('dataset') ?? ''
    if (name !== dataset) throw lakeErrors.unknownDataset(name)
    await next()
  }
}
