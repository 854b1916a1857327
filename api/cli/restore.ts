import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describeBackup, settingsFile } from '../backup/archive.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { readEnvironment } from '../env.ts'
import { checkout } from '../runtime/checkout.ts'
import { ignoreMissing } from '../runtime/durable-files.ts'
import { OperatorError, printLine } from '../runtime/operator.ts'
import { runCommand } from './run-command.ts'

// `npm run restore <file>` brings an archive of `npm run backup` into an empty DATA_DIR and, with DATABASE_URL, an empty
// database.
await runCommand('npm run restore <file>', async ([file]) => {
  if (file === undefined)
    throw new OperatorError('Give the name of an archive: npm run restore backup.tar.gz')
  const environment = readEnvironment(process.env)
  const { DATABASE_URL, DATABASE_LISTEN_URL, POSTGRES_BIN: binFolder } = environment
  const databaseUrl = DATABASE_LISTEN_URL ?? DATABASE_URL
  const dataFolder = resolve(environment.DATA_DIR)
  const target = { dataFolder, databaseUrl, binFolder, checkout }
  const manifest = await restoreBackup({ file: resolve(file), ...target, log: printLine })
  process.stdout.write(
    `Restored ${describeBackup(manifest)}, as they were at ${manifest.madeAt}: all were compared\n`,
  )
  const settings = (await readFile(join(dataFolder, settingsFile), 'utf8').catch(ignoreMissing)) ?? ''
  const names = settings.match(/^\w+(?==)/gm)
  if (names)
    process.stdout.write(
      `Start the server with the settings in ${join(dataFolder, settingsFile)}: ${names.join(', ')}\n`,
    )
})
