import { lakeErrors } from '../http/errors.ts'
import type { LakeDocument, Store } from '../store/types.ts'
import {
  type AssetDocument,
  type AssetNotes,
  type AssetPlace,
  makeFileDocument,
  makeImageDocument,
} from './documents.ts'
import type { AssetFiles } from './files.ts'
import { fileOfAsset } from './names.ts'

export type Upload = {
  bytes: Uint8Array
  notes: AssetNotes
  contentType: string | undefined
  /** Metadata to extract, by Sanity's names; undefined for all that this Content Lake extracts. */
  extract?: readonly string[] | undefined
  identity: string
}

/** As it lies in the store. */
export type KeptAsset = AssetDocument | LakeDocument

type Parts = { store: Store; files: AssetFiles; place: AssetPlace }

/** Keeps an image and answers its document; the same bytes have the same document, whatever their name. */
export async function uploadImage(parts: Parts, upload: Upload): Promise<KeptAsset> {
  const { bytes, notes, identity, extract } = upload
  // The decoders weigh 10 MB: they are loaded when the first image comes.
  const { readImage } = await import('./read-image.ts')
  const facts = await readImage(bytes)
  const { lqip: _, ...alwaysThere } = facts.metadata
  const metadata = (extract?.includes('lqip') ?? true) ? facts.metadata : alwaysThere
  return keep(parts, makeImageDocument(bytes, { ...facts, metadata }, notes, parts.place), bytes, identity)
}

/** The same for a file of any kind. Throws 400 for an empty one. */
export async function uploadFile(parts: Parts, upload: Upload): Promise<KeptAsset> {
  const { bytes, notes, contentType, identity } = upload
  if (bytes.byteLength === 0) throw lakeErrors.badRequest('Invalid file: it is empty')
  const kind = {
    extension: extensionOf(notes.originalFilename),
    mimeType: contentType ?? 'application/octet-stream',
  }
  return keep(parts, makeFileDocument(bytes, kind, notes, parts.place), bytes, identity)
}

/** The file is on disk before its document is, so that no document ever lacks its bytes. */
async function keep({ store, files }: Parts, document: AssetDocument, bytes: Uint8Array, identity: string) {
  const file = fileOfAsset(document._id)
  if (file === undefined) throw new Error(`${document._id} is no id of an asset`)
  return files.write(file.kind, file.name, bytes, () => {
    if (store.get(document._id) === undefined)
      store.transact({ mutations: [{ createIfNotExists: document }], identity })
    return store.get(document._id) ?? document
  })
}

function extensionOf(filename = ''): string {
  return /\.([a-z0-9]{1,16})$/.exec(filename.toLowerCase())?.[1] ?? 'bin'
}
