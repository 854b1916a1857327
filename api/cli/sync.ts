import { createContentClient } from '../content/client.ts'
import { findContent } from '../content/content.ts'
import { sweepEvents } from '../content/sweep-events.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { checkServer, findPostgres, openDatabase } from '../database/open.ts'
import { checkout } from '../runtime/checkout.ts'
import { printLine } from '../runtime/operator.ts'
import { openAll } from '../runtime/supervise.ts'
import { readExisting, runCommand } from './run-command.ts'

// `npm run sync` updates the calendar from the published events and prints what changed. A server may run meanwhile.
// Exit code 2: some events cannot be shown, all others are up to date.
await runCommand(async () => {
  const environment = readExisting('postgres', 'content')
  await using opened = new AsyncDisposableStack()
  const [{ url }, content] = await openAll(
    opened,
    findPostgres(environment, printLine),
    findContent(environment, { checkout, log: printLine }),
  )
  const sql = openDatabase(url)
  opened.defer(() => sql.end({ timeout: 5 }))
  await checkServer(sql)
  await migrateDatabase(url)
  const swept = await sweepEvents({ sql, url }, createContentClient(content.settings))
  if (!swept) {
    printLine('Another process is already comparing content and calendar.')
    return 0
  }
  const { published, written, removed, faults } = swept
  for (const { documentId, reason } of faults)
    printLine(`The document ${documentId} cannot be shown: ${reason}`)
  process.stdout.write(
    `${published} published events: ${written} written, ${removed} removed, ${faults.length} cannot be shown\n`,
  )
  return faults.length > 0 ? 2 : 0
})
