import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import { OperatorError } from '../errors.ts'
import { isPreviewSecret, withoutSecrets } from './preview-secrets.ts'

type Step = { step: string; current?: number | undefined; total?: number | string | undefined }
export type OnProgress = (step: Step) => void

type Options = { projectId: string; dataset: string; token: string; lakeOrigin?: string }

/** A client with write access to a hosted project or, with `lakeOrigin`, to a local Content Lake. */
export function createWriteClient({ projectId, dataset, token, lakeOrigin }: Options): SanityClient {
  return createClient({
    projectId,
    dataset,
    token,
    apiVersion: '2025-02-19',
    useCdn: false,
    perspective: 'raw',
    ...(lakeOrigin !== undefined && { apiHost: lakeOrigin, useProjectHostname: false }),
  })
}

/**
 * Imports a .tar.gz export or an .ndjson file with its images and files. Replaces documents with the same id, so an
 * interrupted import can be repeated. URLs like `image@file://./photo.jpg` are relative to the file. Returns the number
 * of documents, without the secrets of previews in older exports. Throws OperatorError.
 */
export async function importContent(client: SanityClient, file: string, onProgress: OnProgress = () => {}) {
  const stats = await stat(file).catch(() => undefined)
  if (stats?.isFile() !== true) throw new OperatorError(`There is no file ${file}`)
  // Loaded when needed: it takes time and memory, and most starts import nothing.
  const { sanityImport } = await import('@sanity/import')
  try {
    const { numDocs } = await sanityImport(createReadStream(file), {
      client: withoutSecrets(client) as never,
      operation: 'createOrReplace',
      releasesOperation: 'replace',
      assetsBase: dirname(resolve(file)),
      onProgress,
    })
    return numDocs
  } catch (error) {
    throw new OperatorError(`${file} could not be imported: ${messageOf(error)}`, { cause: error })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Exports all documents (drafts included, but no secrets of previews), images and files as the .tar.gz format of Sanity's
 * tools. The file gets its name when it is complete. Throws OperatorError.
 */
export async function exportContent(client: SanityClient, file: string, onProgress: OnProgress = () => {}) {
  const { exportDataset } = await import('@sanity/export')
  const temporary = `${file}.part`
  try {
    // A file left by a killed export may be readable by others.
    await rm(temporary, { force: true })
    // @sanity/export would end the process if it could not open the file.
    await using handle = await open(temporary, 'w', 0o600)
    const { documentCount, assetCount } = await exportDataset({
      client,
      dataset: client.config().dataset ?? '',
      outputPath: handle.createWriteStream({ flush: true }),
      filterDocument: (document) => !isPreviewSecret(document),
      onProgress,
    })
    await rename(temporary, file)
    return { documents: documentCount, assets: assetCount }
  } catch (error) {
    await rm(temporary, { force: true })
    throw new OperatorError(`The content could not be exported to ${file}: ${messageOf(error)}`, {
      cause: error,
    })
  }
}
