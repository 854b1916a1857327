import { basename } from 'node:path'
import { type Context, Hono } from 'hono'
import { type AssetContent, makeAssetDocument } from '../assets/documents.ts'
import type { AssetFiles, AssetKind } from '../assets/files.ts'
import { lakeErrors } from '../errors.ts'
import { callerOf, type LakeEnv } from '../http/access.ts'
import { limitBody } from '../http/requests.ts'
import type { LakeDocument } from '../store/types.ts'

/** `POST /assets/images/:dataset` and `/assets/files/:dataset`: stores the body, returns the asset's document. */
export function assetRoutes(files: AssetFiles) {
  return new Hono<LakeEnv>().post('/assets/:kind{images|files}/:dataset', limitBody(50), async (c) => {
    const { store, projectId, dataset } = c.get('dataset')
    const kind = c.req.param('kind') as AssetKind
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    const content = kind === 'images' ? await readImageContent(c, bytes) : readFileContent(c, bytes)
    const origin = `http://localhost:${c.env.incoming.socket.localPort}`
    const location = { projectId, dataset, origin }
    const document = makeAssetDocument(kind, bytes, { ...content, ...readInfo(c.req.query()) }, location)
    // The file comes first, so a document never lacks its bytes. Identical bytes share a document, whatever their name.
    const stored = await files.write(kind, basename(document.path), bytes, (): LakeDocument | undefined => {
      if (store.get(document._id) === undefined)
        store.transact({ mutations: [{ createIfNotExists: document }], identity: callerOf(c).id })
      return store.get(document._id)
    })
    return c.json({ document: stored ?? document })
  })
}

/** `meta` names the metadata to extract; default: all that the lake supports. */
async function readImageContent(c: Context, bytes: Uint8Array): Promise<AssetContent> {
  // The decoders take 10 MB of memory: load them for the first image.
  const { readImage } = await import('../assets/read-image.ts')
  const { metadata, ...image } = await readImage(bytes)
  const extract = c.req.queries('meta')?.flatMap((names) => names.split(','))
  if (extract?.includes('lqip') === false) delete metadata['lqip']
  return { ...image, metadata }
}

/** Of any kind. Throws 400 if it is empty. */
function readFileContent(c: Context, bytes: Uint8Array): AssetContent {
  if (bytes.byteLength === 0) throw lakeErrors.badRequest('Invalid file: it is empty')
  const name = c.req.query('filename')?.toLowerCase() ?? ''
  return {
    extension: /\.([a-z0-9]{1,16})$/.exec(name)?.[1] ?? 'bin',
    mimeType: c.req.header('content-type')?.split(';')[0] ?? 'application/octet-stream',
  }
}

/** @sanity/client sends these in the query. */
function readInfo(query: Record<string, string>): Record<string, unknown> {
  const { filename, label, title, description, creditLine, sourceId, sourceName, sourceUrl } = query
  const source = { id: sourceId, name: sourceName, url: sourceUrl }
  const info = { originalFilename: filename, label, title, description, creditLine }
  return {
    ...Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined && value !== '')),
    ...(sourceId === undefined && sourceName === undefined ? {} : { source }),
  }
}
