import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { type AssetFiles, contentTypeOf, type FoundFile, passiveTypes } from '../assets/files.ts'
import { LakeError, lakeErrors } from '../errors.ts'
import type { LakeEnv } from '../http/access.ts'
import { type ImageParameters, parseImageParameters, requestsOriginal } from '../images/parameters.ts'
import type { RenderedImage } from '../images/render.ts'

type Options = { files: AssetFiles; projectId: string; dataset: string }
type Rendering = { path: string; parameters: ImageParameters; format: string }

const cacheBytes = 24 * 1024 * 1024
const notFound = lakeErrors.notFound('There is no such asset in this dataset')

/** No sandbox, which would block PDF viewers and media players. */
const passivePolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** The CDN: `GET /images/:project/:dataset/:file` with the parameters of the image pipeline, and `GET /files/…`. */
export function imageRoutes({ files, projectId, dataset }: Options) {
  const app = new Hono<LakeEnv>()
  const cache = new LRUCache<string, RenderedImage, Rendering>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
    fetchMethod: (_key, _stale, { context }) => render(context),
  })

  app.get(`/images/${projectId}/${dataset}/:file/:vanity?`, async (c) => {
    const parameters = parseImageParameters(c.req.queries())
    const name = c.req.param('file')
    const original = files.find('images', name)
    if (original === undefined) throw notFound
    const extension = extname(name).slice(1)
    const acceptsWebp = c.req.header('accept')?.includes('image/webp') === true
    const converts = parameters.auto === 'format' && acceptsWebp
    if (extension === 'svg' || (requestsOriginal(parameters) && !converts))
      return sendFile(c, original, parameters.dl)
    const format = converts ? 'webp' : extension
    const context = { path: original.path, parameters, format }
    const image = await cache.forceFetch(JSON.stringify([name, parameters, format]), { context })
    return c.body(new Uint8Array(image.bytes), 200, {
      ...assetHeaders(image.contentType, parameters.dl),
      'Content-Length': String(image.bytes.byteLength),
    })
  })

  app.get(`/files/${projectId}/${dataset}/:file/:vanity?`, (c) => {
    const file = files.find('files', c.req.param('file'))
    if (file === undefined) throw notFound
    return sendFile(c, file, c.req.query('dl'))
  })
  app.get('/:kind{images|files}/*', () => {
    throw notFound
  })
  return app
}

async function render({ path, parameters, format }: Rendering): Promise<RenderedImage> {
  // The decoders take 10 MB of memory: load them for the first image.
  const { renderImage } = await import('../images/render.ts')
  try {
    return await renderImage(path, parameters, format)
  } catch (error) {
    if (error instanceof LakeError) throw error
    throw lakeErrors.badRequest('The image cannot be read')
  }
}

function sendFile(c: Context, { name, path, size }: FoundFile, download: string | undefined): Response {
  const body = c.req.method === 'HEAD' ? null : (Readable.toWeb(createReadStream(path)) as ReadableStream)
  return c.newResponse(body, 200, {
    ...assetHeaders(contentTypeOf(name), download),
    'Content-Length': String(size),
  })
}

/** The name holds a hash of the content, so a URL never changes its content. */
function assetHeaders(contentType: string, download: string | undefined): Record<string, string> {
  return {
    'Cache-Control': 'private, max-age=31536000, immutable',
    'Content-Type': contentType,
    Vary: 'Accept',
    ...(passiveTypes.test(contentType) && { 'Content-Security-Policy': passivePolicy }),
    ...(download !== undefined && { 'Content-Disposition': attachment(download) }),
  }
}

function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.codePointAt(0)?.toString(16)}`,
  )
  return name === '' ? 'attachment' : `attachment; filename*=UTF-8''${encoded}`
}
