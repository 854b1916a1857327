import { open, rename, rm } from 'node:fs/promises'
import type { SanityClient } from '@sanity/client'
import { exportDataset } from '@sanity/export'
import { OperatorError } from '../errors.ts'
import type { Step } from './command.ts'

/**
 * Exports all documents (drafts included), images and files as the .tar.gz format of Sanity's tools. The file gets its
 * name when it is complete. Throws OperatorError.
 */
export async function exportContent(
  client: SanityClient,
  file: string,
  onProgress: (step: Step) => void = () => {},
): Promise<{ documents: number; assets: number }> {
  const temporary = `${file}.part`
  try {
    // @sanity/export would end the process if it could not open the file.
    await using handle = await open(temporary, 'w')
    const { documentCount, assetCount } = await exportDataset({
      client,
      dataset: client.config().dataset ?? '',
      outputPath: handle.createWriteStream({ flush: true }),
      onProgress,
    })
    await rename(temporary, file)
    return { documents: documentCount, assets: assetCount }
  } catch (error) {
    await rm(temporary, { force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`The content could not be exported to ${file}: ${reason}`, { cause: error })
  }
}
