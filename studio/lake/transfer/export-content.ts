import { open, rename, rm } from 'node:fs/promises'
import type { SanityClient } from '@sanity/client'
import { exportDataset } from '@sanity/export'
import { ExpectedError } from '../explain.ts'
import type { Step } from './run-command.ts'

/**
 * Exports everything, drafts, images and files included, as the .tar.gz that Sanity's tools read. The file appears
 * once it is whole. Throws ExpectedError in words.
 */
export async function exportContent(
  client: SanityClient,
  file: string,
  onProgress: (step: Step) => void = () => {},
): Promise<{ documents: number; assets: number }> {
  const draft = `${file}.part`
  try {
    // Opened here: a file that cannot be opened would end the process from within the engine.
    await using handle = await open(draft, 'w')
    const { documentCount, assetCount } = await exportDataset({
      client,
      dataset: client.config().dataset ?? '',
      outputPath: handle.createWriteStream({ flush: true }),
      onProgress,
    })
    await rename(draft, file)
    return { documents: documentCount, assets: assetCount }
  } catch (error) {
    await rm(draft, { force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new ExpectedError(`The content could not be exported to ${file}: ${reason}`, { cause: error })
  }
}
