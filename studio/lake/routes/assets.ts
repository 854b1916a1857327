import { type Context, Hono } from 'hono'
import type { AssetInfo, AssetLocation } from '../assets/documents.ts'
import type { AssetFiles } from '../assets/files.ts'
import { type Upload, uploadFile, uploadImage } from '../assets/upload.ts'
import { lakeErrors } from '../errors.ts'
import { callerOf, type LakeEnv } from '../http/access.ts'
import { limitBody } from '../http/requests.ts'
import type { Store } from '../store/types.ts'

type Dependencies = { store: Store; files: AssetFiles; projectId: string; dataset: string }

/** `POST /assets/images/:dataset` and `/assets/files/:dataset`: stores the body, returns the asset's document. */
export function assetRoutes({ store, files, projectId, dataset }: Dependencies) {
  const app = new Hono<LakeEnv>()
  app.post('/assets/:kind{images|files}/:dataset', limitBody(50), async (c) => {
    if (c.req.param('dataset') !== dataset) throw lakeErrors.unknownDataset(c.req.param('dataset'))
    const location: AssetLocation = { projectId, dataset, origin: originOf(c) }
    const upload = c.req.param('kind') === 'images' ? uploadImage : uploadFile
    const document = await upload({ store, files, location }, await readUpload(c))
    return c.json({ document })
  })
  return app
}

function originOf(c: Context<LakeEnv>): string {
  return `http://localhost:${c.env.incoming.socket.localPort}`
}

async function readUpload(c: Context<LakeEnv>): Promise<Upload> {
  return {
    bytes: new Uint8Array(await c.req.arrayBuffer()),
    info: readInfo(c.req.query()),
    contentType: c.req.header('content-type')?.split(';')[0],
    identity: callerOf(c).id,
    extract: c.req.queries('meta')?.flatMap((names) => names.split(',')),
  }
}

/** @sanity/client sends the metadata in the query. */
function readInfo(query: Record<string, string>): AssetInfo {
  const { filename, label, title, description, creditLine, sourceId, sourceName, sourceUrl } = query
  const source = { id: sourceId, name: sourceName, url: sourceUrl }
  const info = { originalFilename: filename, label, title, description, creditLine }
  return {
    ...Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined && value !== '')),
    ...(sourceId === undefined && sourceName === undefined ? {} : { source }),
  }
}
