import { checkServer, connect, findPostgres } from '../database/open.ts'
import { countRows, exportData, importData, leftOut } from '../database/transfer.ts'
import { readEnvironment } from '../env.ts'
import { OperatorError, printLine } from '../runtime/operator.ts'
import { readExisting, runCommand } from './run-command.ts'

// `npm run data:export <file>` writes all rows to a file, also while a server runs. It does not migrate the database: a
// server of another version may use it.
// `npm run data:import <file>` reads them into an empty database.
await runCommand('npm run data:<export or import> <file>', async ([action, file]) => {
  if (file === undefined || (action !== 'export' && action !== 'import'))
    throw new OperatorError(`Give the name of a file: npm run data:${action ?? 'export'} data.json.gz`)
  const environment = action === 'export' ? readExisting('postgres') : readEnvironment(process.env)
  await using opened = new AsyncDisposableStack()
  const { url } = opened.use(await findPostgres(environment, printLine))
  const sql = opened.use(connect(url))
  await checkServer(sql)
  const tables = action === 'export' ? (await exportData(sql, file)).tables : await importData(sql, file)
  const omitted = Object.entries(leftOut).map(([table, why]) => `${table} (${why})`)
  if (action === 'export')
    printLine(`Left out: ${omitted.join(', ')}, and the content of the Studio (npm run content:export)`)
  const done = action === 'export' ? 'written to' : 'read from'
  process.stdout.write(`${countRows(tables)} rows ${done} ${file}\n`)
})
