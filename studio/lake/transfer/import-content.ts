import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { OperatorError } from '../errors.ts'
import type { Step } from './command.ts'

/**
 * Imports a .tar.gz export or an .ndjson file with its images and files. Replaces documents with the same id, so an
 * interrupted import can be repeated. URLs like `image@file://./photo.jpg` are relative to the file. Returns the number
 * of documents. Throws OperatorError.
 */
export async function importContent(
  client: SanityClient,
  file: string,
  onProgress: (step: Step) => void = () => {},
): Promise<number> {
  const stats = await stat(file).catch(() => undefined)
  if (stats?.isFile() !== true) throw new OperatorError(`There is no file ${file}`)
  // It takes time and memory to load, and most starts do not need it.
  const { sanityImport } = await import('@sanity/import')
  try {
    const { numDocs } = await sanityImport(createReadStream(file), {
      client: client as never,
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
