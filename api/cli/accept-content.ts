import { migrateWithBackup } from '../backup/migrate-with-backup.ts'
import { findContent } from '../content/content.ts'
import { acceptSource } from '../content/source.ts'
import { findPostgres, openDatabase } from '../database/open.ts'
import { readEnvironment } from '../env.ts'
import { checkout } from '../runtime/checkout.ts'
import { printLine } from '../runtime/operator.ts'
import { openAll } from '../runtime/supervise.ts'
import { runCommand } from './run-command.ts'

// `npm run content:accept` makes the database follow the content that the environment names: another one, an older copy,
// or a new Content Lake with the seed where there is none. Rows are not changed; restart a running server afterwards.
await runCommand('npm run content:accept', async () => {
  const environment = readEnvironment(process.env)
  await using opened = new AsyncDisposableStack()
  const [{ url }, content] = await openAll(
    opened,
    findPostgres(environment, printLine),
    findContent(environment, { checkout, acceptsNew: true, log: printLine }),
  )
  await migrateWithBackup(url, { environment, content })
  const sql = opened.use(openDatabase(url))
  const source = await acceptSource(sql, content)
  process.stdout.write(`The database now belongs to the content ${source}. Start the server again.\n`)
})
