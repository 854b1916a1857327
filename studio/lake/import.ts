import { ExpectedError } from './explain.ts'
import { importContent } from './transfer/import-content.ts'
import { runCommand } from './transfer/run-command.ts'

/** `npm run content:import file`: a .tar.gz export or an .ndjson file; documents of the same id are replaced. */
await runCommand(async ({ client, name }, [file], { say, onProgress }) => {
  if (file === undefined)
    throw new ExpectedError('Name the file to import: npm run content:import content.tar.gz')
  const documents = await importContent(client, file, onProgress)
  say(`Imported ${documents} documents of ${file} into ${name}.`)
})
