import { Hono } from 'hono'
import { contentTypeOf } from '../assets/formats.ts'
import type { AssetFiles } from '../assets/files.ts'
import { answerFile, answerRendered } from '../http/asset-answer.ts'
import { LakeError, lakeErrors } from '../http/errors.ts'
import type { LakeEnv } from '../http/guard.ts'
import { createImageCache } from '../images/cache.ts'
import { asksForOriginal, parseImageParameters } from '../images/parameters.ts'
import type { Rendered, renderImage } from '../images/render.ts'

type Parts = { files: AssetFiles; projectId: string; dataset: string }

const noFile = lakeErrors.notFound('There is no such asset in this dataset')
const mostCachedBytes = 24 * 1024 * 1024

/** The CDN: `GET /images/:project/:dataset/:file` with the parameters of the image pipeline, and `/files/…`. */
export function imageRoutes({ files, projectId, dataset }: Parts) {
  const app = new Hono<LakeEnv>()
  const take = createImageCache(mostCachedBytes)

  app.get(`/images/${projectId}/${dataset}/:file/:vanity?`, async (c) => {
    const parameters = parseImageParameters(c.req.queries())
    const name = c.req.param('file')
    const original = await files.find('images', name)
    if (original === undefined) throw noFile
    const extension = extensionOf(name)
    const acceptsWebp = c.req.header('accept')?.includes('image/webp') === true
    const converts = parameters.auto === 'format' && acceptsWebp
    const download = parameters.dl
    if (extension === 'svg' || (asksForOriginal(parameters) && !converts))
      return answerFile(c, original, { contentType: contentTypeOf(extension), download })
    const key = JSON.stringify([name, parameters, converts])
    const image = await take(key, () => render(original.path, parameters, { extension, acceptsWebp }))
    return answerRendered(c, image, download)
  })

  app.get(`/files/${projectId}/${dataset}/:file/:vanity?`, async (c) => {
    const name = c.req.param('file')
    const file = await files.find('files', name)
    if (file === undefined) throw noFile
    return answerFile(c, file, { contentType: contentTypeOf(extensionOf(name)), download: c.req.query('dl') })
  })
  app.get('/:kind{images|files}/*', () => {
    throw noFile
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

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
