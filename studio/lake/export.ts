import { log, OperatorError } from './errors.ts'
import { runCommand } from './transfer/dataset.ts'
import { exportContent } from './transfer/content.ts'

/** `npm run content:export [file]`: documents with their drafts, images and files as a .tar.gz for `content:import`, without the history. */
await runCommand(async ({ client, name }, [file = 'content.tar.gz'], onProgress) => {
  if (!/\.(?:tar\.gz|tgz)$/.test(file)) throw new OperatorError('The file to write must end in .tar.gz')
  const { documents, assets } = await exportContent(client, file, onProgress)
  log(`Exported ${documents} documents and ${assets} images and files of ${name} to ${file}.`)
  log('The history of the documents is not in it: only a copy of the content folder has that.')
})
