import { Hono } from 'hono'
import type { PublishStatus } from '#domain/content/publish-status.ts'
import { RequestError } from '../../errors.ts'

type Options = {
  findStatus: (documentId: string) => Promise<PublishStatus>
  studioOrigins: readonly string[]
}

/** `/api/publishing/{documentId}`: the publish status of a document (#domain/content/publish-status.ts). */
export function publishingRoutes({ findStatus, studioOrigins }: Options) {
  const routes = new Hono()

  routes.get('/:documentId', async (c) => {
    c.header('Vary', 'Origin')
    c.header('Cache-Control', 'no-store')
    const origin = c.req.header('origin')
    if (origin === undefined || !studioOrigins.includes(origin))
      throw new RequestError(403, 'only the Studio may read this')
    c.header('Access-Control-Allow-Origin', origin)
    const { documentId } = c.req.param()
    if (documentId.length > 256 || documentId.includes('\0'))
      throw new RequestError(400, 'this is not the id of a document')
    return c.json(await findStatus(documentId))
  })

  return routes
}
