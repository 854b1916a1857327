import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { type AssetFiles, contentTypeOf, type FoundFile } from '../assets/files.ts'
import { LakeError, lakeErrors } from '../errors.ts'
import type { LakeEnv } from '../http/access.ts'
import { type ImageParameters, parseImageParameters, requestsOriginal } from '../images/parameters.ts'
import type { RenderedImage } from '../images/render.ts'

type Options = { files: AssetFiles; projectId: string; dataset: string }
type Kind = { contentType: string; download: string | undefined }
type Rendering = { path: string; parameters: ImageParameters; format: string }

const cacheBytes = 24 * 1024 * 1024
const notFound = lakeErrors.notFound('There is no such asset in this dataset')

/** Types that cannot run scripts. They get no sandbox, which would block PDF viewers and media players. */
const passiveTypes = /^(?:image\/(?!svg)|audio\/|video\/|text\/(?:plain|csv|vtt)\b|application\/pdf$)/
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
    const original = await files.find('images', name)
    if (original === undefined) throw notFound
    const extension = extensionOf(name)
    const acceptsWebp = c.req.header('accept')?.includes('image/webp') === true
    const converts = parameters.auto === 'format' && acceptsWebp
    const download = parameters.dl
    if (extension === 'svg' || (requestsOriginal(parameters) && !converts))
      return sendFile(c, original, { contentType: contentTypeOf(extension), download })
    const format = converts ? 'webp' : extension
    const context = { path: original.path, parameters, format }
    const image = await cache.forceFetch(JSON.stringify([name, parameters, format]), { context })
    return sendImage(c, image, download)
  })

  app.get(`/files/${projectId}/${dataset}/:file/:vanity?`, async (c) => {
    const name = c.req.param('file')
    const file = await files.find('files', name)
    if (file === undefined) throw notFound
    return sendFile(c, file, { contentType: contentTypeOf(extensionOf(name)), download: c.req.query('dl') })
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

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function sendFile(c: Context, { name, path, size }: FoundFile, kind: Kind): Response {
  const headers = {
    ...assetHeaders(kind),
    'Content-Length': String(size),
    'x-sanity-sha1': name.slice(0, 40),
  }
  const body = c.req.method === 'HEAD' ? null : (Readable.toWeb(createReadStream(path)) as ReadableStream)
  return c.newResponse(body, 200, headers)
}

function sendImage(
  c: Context,
  { bytes, contentType }: RenderedImage,
  download: string | undefined,
): Response {
  return c.body(new Uint8Array(bytes), 200, {
    ...assetHeaders({ contentType, download }),
    'Content-Length': String(bytes.byteLength),
    'x-sanity-sha1': createHash('sha1').update(bytes).digest('hex'),
  })
}

/** The name holds a hash of the content, so a URL never changes its content. */
function assetHeaders({ contentType, download }: Kind): Record<string, string> {
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
