import { type Context, Hono } from 'hono'
import type { AssetNotes, AssetPlace } from '../assets/documents.ts'
import type { AssetFiles } from '../assets/files.ts'
import { type Upload, uploadFile, uploadImage } from '../assets/upload.ts'
import { readAccess } from '../http/access.ts'
import { lakeErrors } from '../http/errors.ts'
import { type LakeEnv, requireWriter } from '../http/guard.ts'
import { limitBody } from '../http/read-body.ts'
import type { Store } from '../store/types.ts'

type Parts = { store: Store; files: AssetFiles; projectId: string; dataset: string }

/** `POST /assets/images/:dataset` and `/assets/files/:dataset`: raw bytes in, the asset's document out. */
export function assetRoutes({ store, files, projectId, dataset }: Parts) {
  const app = new Hono<LakeEnv>()
  app.post('/assets/:kind{images|files}/:dataset', requireWriter, limitBody(50), async (c) => {
    if (c.req.param('dataset') !== dataset) throw lakeErrors.unknownDataset(c.req.param('dataset'))
    const place: AssetPlace = { projectId, dataset, origin: originOf(c) }
    const keep = c.req.param('kind') === 'images' ? uploadImage : uploadFile
    const document = await keep({ store, files, place }, await readUpload(c))
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
    notes: readNotes(c.req.query()),
    contentType: c.req.header('content-type')?.split(';')[0],
    identity: readAccess(c).identity,
    extract: c.req.queries('meta')?.flatMap((names) => names.split(',')),
  }
}

/** Sanity's client puts what it knows of the file into the query. */
function readNotes(query: Record<string, string>): AssetNotes {
  const { filename, label, title, description, creditLine, sourceId, sourceName, sourceUrl } = query
  const source = { id: sourceId, name: sourceName, url: sourceUrl }
  const notes = { originalFilename: filename, label, title, description, creditLine }
  return {
    ...Object.fromEntries(Object.entries(notes).filter(([, value]) => value !== undefined && value !== '')),
    ...(sourceId === undefined && sourceName === undefined ? {} : { source }),
  }
}
