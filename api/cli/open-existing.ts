import { findContent } from '../content/content.ts'
import { refuseOtherSource } from '../content/source.ts'
import { checkServer, findPostgres, openDatabase } from '../database/open.ts'
import { checkout } from '../runtime/checkout.ts'
import { printLine } from '../runtime/operator.ts'
import { openAll } from '../runtime/supervise.ts'
import { readExisting } from './run-command.ts'

/** Database and content of the installation, those of its running server if there is one. `opened` closes them. */
export async function openExisting(opened: AsyncDisposableStack) {
  const environment = readExisting('postgres', 'content')
  const database = findPostgres(environment, printLine)
  const [{ url }, content] = await openAll(
    opened,
    database,
    findContent(environment, { checkout, database, log: printLine }),
  )
  const sql = opened.use(openDatabase(url))
  await checkServer(sql)
  await refuseOtherSource(sql, content)
  return { environment, url, sql, content }
}
