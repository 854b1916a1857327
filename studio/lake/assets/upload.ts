import { lakeErrors } from '../errors.ts'
import type { LakeDocument, Store } from '../store/types.ts'
import {
  type AssetDocument,
  type AssetInfo,
  type AssetLocation,
  makeFileDocument,
  makeImageDocument,
} from './documents.ts'
import { type AssetFiles, fileOfAsset } from './files.ts'

export type Upload = {
  bytes: Uint8Array
  info: AssetInfo
  contentType: string | undefined
  /** Metadata to extract, by Sanity's names; default: all that the lake supports. */
  extract?: readonly string[] | undefined
  identity: string
}

export type StoredAsset = AssetDocument | LakeDocument

type Dependencies = { store: Store; files: AssetFiles; location: AssetLocation }

/** Stores an image and returns its document. Identical bytes share a document, whatever their file name. */
export async function uploadImage(dependencies: Dependencies, upload: Upload): Promise<StoredAsset> {
  const { bytes, info, identity, extract } = upload
  // The decoders take 10 MB of memory: load them for the first image.
  const { readImage } = await import('./read-image.ts')
  const image = await readImage(bytes)
  if (extract?.includes('lqip') === false) delete image.metadata['lqip']
  return storeAsset(
    dependencies,
    makeImageDocument(bytes, image, info, dependencies.location),
    bytes,
    identity,
  )
}

/** Stores a file of any kind. Throws 400 if it is empty. */
export async function uploadFile(dependencies: Dependencies, upload: Upload): Promise<StoredAsset> {
  const { bytes, info, contentType, identity } = upload
  if (bytes.byteLength === 0) throw lakeErrors.badRequest('Invalid file: it is empty')
  const kind = {
    extension: extensionOf(info.originalFilename),
    mimeType: contentType ?? 'application/octet-stream',
  }
  return storeAsset(dependencies, makeFileDocument(bytes, kind, info, dependencies.location), bytes, identity)
}

/** Writes the file before the document, so a document never lacks its bytes. */
async function storeAsset(
  { store, files }: Dependencies,
  document: AssetDocument,
  bytes: Uint8Array,
  identity: string,
) {
  const file = fileOfAsset(document._id)
  if (file === undefined) throw new Error(`${document._id} is not the id of an asset`)
  return files.write(file.kind, file.name, bytes, () => {
    if (store.get(document._id) === undefined)
      store.transact({ mutations: [{ createIfNotExists: document }], identity })
    return store.get(document._id) ?? document
  })
}

function extensionOf(filename = ''): string {
  return /\.([a-z0-9]{1,16})$/.exec(filename.toLowerCase())?.[1] ?? 'bin'
}
