import { migrateDatabase } from '../database/migrate.ts'
import { connect, findPostgres } from '../database/open.ts'
import { exportData, importData } from '../database/transfer.ts'
import { readEnvironment } from '../env.ts'
import { OperatorError, printLine } from '../runtime/operator.ts'
import { runCommand } from './run-command.ts'

// `npm run data:export <file>` writes all rows to a file, also while a server runs.
// `npm run data:import <file>` reads them into an empty database.
await runCommand(async ([action, file]) => {
  if (file === undefined || (action !== 'export' && action !== 'import'))
    throw new OperatorError(`Give the name of a file: npm run data:${action ?? 'export'} data.json.gz`)
  const environment = readEnvironment(process.env)
  await using opened = new AsyncDisposableStack()
  const { url } = opened.use(await findPostgres(environment, printLine))
  // An export must not change the database: a server of another version may use it.
  if (action === 'import') await migrateDatabase(url)
  const sql = connect(url, { max: 1, onnotice: () => {} })
  opened.defer(() => sql.end({ timeout: 5 }))
  const rows = await (action === 'export' ? exportData : importData)(sql, file)
  process.stdout.write(`${rows} rows ${action === 'export' ? 'written to' : 'read from'} ${file}\n`)
})
