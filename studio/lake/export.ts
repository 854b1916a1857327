import { ExpectedError } from './explain.ts'
import { exportContent } from './transfer/export-content.ts'
import { runCommand } from './transfer/run-command.ts'

/** `npm run content:export [file]`: everything as a .tar.gz, for `content:import` here or elsewhere. */
await runCommand(async ({ client, name }, [file = 'content.tar.gz'], { say, onProgress }) => {
  if (!/\.(?:tar\.gz|tgz)$/.test(file)) throw new ExpectedError('The file to write must end in .tar.gz')
  const { documents, assets } = await exportContent(client, file, onProgress)
  say(`Exported ${documents} documents and ${assets} images and files of ${name} to ${file}.`)
})
