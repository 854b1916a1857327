import { join, resolve } from 'node:path'
import { backupFolder, backupName, writeLastBackup } from '../backup/backup-files.ts'
import { createBackup } from '../backup/create-backup.ts'
import { createProvenBackup } from '../backup/prove-backup.ts'
import { describeBackup } from '../backup/archive.ts'
import { connect } from '../database/open.ts'
import { checkout } from '../runtime/checkout.ts'
import { printLine } from '../runtime/operator.ts'
import { openExisting } from './open-existing.ts'
import { runCommand } from './run-command.ts'

// `npm run backup [file]` writes everything into one archive while the site serves, by default into BACKUP_DIR. With
// `-- --prove` it restores the archive beside the running site and compares: only then is the backup known to be good.

await runCommand('npm run backup [file] [-- --prove]', async (words) => {
  await using opened = new AsyncDisposableStack()
  const { environment, url, content } = await openExisting(opened)
  const given = words.find((word) => !word.startsWith('-'))
  const file = resolve(given ?? join(backupFolder(environment), backupName(new Date())))
  const sql = opened.use(connect(url))
  const source = { environment, sql, url, content, checkout, log: printLine }
  const proves = words.includes('--prove')
  const manifest = await (proves ? createProvenBackup : createBackup)(source, file)
  if (proves) await writeLastBackup(resolve(environment.DATA_DIR), { madeAt: manifest.madeAt, file })
  process.stdout.write(`Wrote ${describeBackup(manifest)} to ${file}\n`)
  if (manifest.documents === null) process.stdout.write('The content of the Sanity project is not in it\n')
  if (proves) process.stdout.write('Proven: it was restored beside the site, and everything was the same\n')
})
