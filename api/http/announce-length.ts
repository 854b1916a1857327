import type { MiddlewareHandler } from 'hono'

/** Gives HEAD the `Content-Length` of GET. */
export const announceLength: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method !== 'HEAD' || c.res.body === null || c.res.headers.has('Content-Length')) return
  const { byteLength } = await c.res.clone().arrayBuffer()
  c.res.headers.set('Content-Length', String(byteLength))
}
