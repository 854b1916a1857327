import { log, OperatorError } from './errors.ts'
import { runCommand } from './transfer/dataset.ts'
import { importContent } from './transfer/content.ts'

/** `npm run content:import file`: a .tar.gz export or an .ndjson file; documents of the same id are replaced. */
await runCommand(
  async ({ client, name }, [file], onProgress) => {
    if (file === undefined)
      throw new OperatorError('Name the file to import: npm run content:import content.tar.gz')
    const documents = await importContent(client, file, onProgress)
    log(`Imported ${documents} documents of ${file} into ${name}.`)
  },
  { mayCreate: true },
)
