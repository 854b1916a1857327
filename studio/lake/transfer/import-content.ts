import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { ExpectedError } from '../explain.ts'
import type { Step } from './run-command.ts'

/**
 * Imports a .tar.gz export or an .ndjson file with Sanity's own engine, images and files included. A document with
 * the same id is replaced, so that an import that broke off can be repeated. Addresses like `image@file://./photo.jpg`
 * are looked for beside the file. Answers the number of documents; throws ExpectedError in words.
 */
export async function importContent(
  client: SanityClient,
  file: string,
  onProgress: (step: Step) => void = () => {},
): Promise<number> {
  const facts = await stat(file).catch(() => undefined)
  if (facts?.isFile() !== true) throw new ExpectedError(`There is no file ${file}`)
  // Loading the engine takes a moment and memory that most starts do without.
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
    throw new ExpectedError(`${file} could not be imported: ${wordsOf(error)}`, { cause: error })
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
