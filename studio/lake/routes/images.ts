import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { contentTypeOf } from '../assets/formats.ts'
import type { AssetFiles } from '../assets/files.ts'
import { LakeError, lakeErrors } from '../http/errors.ts'
import type { LakeEnv } from '../http/guard.ts'
import { createImageCache } from '../images/cache.ts'
import { asksForOriginal, type ImageParameters, parseImageParameters } from '../images/parameters.ts'
import type { Rendered, renderImage } from '../images/render.ts'

type Parts = { files: AssetFiles; projectId: string; dataset: string }

const mostCachedBytes = 24 * 1024 * 1024

/** The CDN: `GET /images/:project/:dataset/:file` with the parameters of the image pipeline, and `/files/…`. */
export function imageRoutes({ files, projectId, dataset }: Parts) {
  const app = new Hono<LakeEnv>()
  const take = createImageCache(mostCachedBytes)

  app.get(`/images/${projectId}/${dataset}/:file/:vanity?`, async (c) => {
    const parameters = parseImageParameters(c.req.queries())
    const name = c.req.param('file')
    const original = await files.read('images', name)
    if (original === undefined) throw noFile()
    const extension = name.slice(name.lastIndexOf('.') + 1)
    const acceptsWebp = c.req.header('accept')?.includes('image/webp') === true
    const converts = parameters.auto === 'format' && acceptsWebp
    if (extension === 'svg' || (asksForOriginal(parameters) && !converts))
      return answer(c, original, contentTypeOf(extension), parameters.dl)
    const key = JSON.stringify([name, parameters, converts])
    const made = await take(key, () => render(original, parameters, { extension, acceptsWebp }))
    return answer(c, made.bytes, made.contentType, parameters.dl)
  })

  app.get(`/files/${projectId}/${dataset}/:file/:vanity?`, async (c) => {
    const name = c.req.param('file')
    const bytes = await files.read('files', name)
    if (bytes === undefined) throw noFile()
    return answer(c, bytes, contentTypeOf(name.slice(name.lastIndexOf('.') + 1)), c.req.query('dl'))
  })
  app.get('/:kind{images|files}/*', () => {
    throw noFile()
  })
  return app
}

async function render(...asked: Parameters<typeof renderImage>): Promise<Rendered> {
  // The decoders weigh 10 MB: they are loaded when the first image is made.
  const images = await import('../images/render.ts')
  try {
    return await images.renderImage(...asked)
  } catch (error) {
    if (error instanceof LakeError) throw error
    throw lakeErrors.badRequest('The image cannot be read')
  }
}

/** The name holds a hash of the content, so what stands behind an address never changes. */
function answer(
  c: Context<LakeEnv>,
  bytes: Buffer,
  contentType: string,
  download: ImageParameters['dl'],
): Response {
  const headers = {
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Length': String(bytes.byteLength),
    'Content-Type': contentType,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Vary: 'Accept',
    'x-sanity-sha1': createHash('sha1').update(bytes).digest('hex'),
    ...(download === undefined ? {} : { 'Content-Disposition': attachment(download) }),
  }
  return c.body(new Uint8Array(bytes), 200, headers)
}

function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.codePointAt(0)?.toString(16)}`,
  )
  return name === '' ? 'attachment' : `attachment; filename*=UTF-8''${encoded}`
}

function noFile(): LakeError {
  return new LakeError(404, { type: 'notFound', description: 'There is no such asset in this dataset' })
}
