import { migrateWithBackup } from '../backup/migrate-with-backup.ts'
import { createContentClient } from '../content/client.ts'
import { claimSource } from '../content/source.ts'
import { sweepEvents } from '../content/sweep-events.ts'
import { printLine } from '../runtime/operator.ts'
import { openExisting } from './open-existing.ts'
import { runCommand } from './run-command.ts'

// `npm run sync` updates the calendar from the published events and prints what changed. A server may run meanwhile.
// Exit code 2: some events cannot be shown, or so many would be removed that it takes `npm run sync -- --accept`; all
// others are up to date.
await runCommand('npm run sync [-- --accept]', async (words) => {
  await using opened = new AsyncDisposableStack()
  const { environment, url, sql, content } = await openExisting(opened)
  await migrateWithBackup(url, { environment, content })
  await claimSource(sql, content)
  const client = createContentClient(content.settings)
  const swept = await sweepEvents({ sql, url }, client, { accepts: words.includes('--accept') })
  if (!swept) {
    printLine('Another process is already comparing content and calendar.')
    return 0
  }
  const { published, written, removed, withheld, faults } = swept
  if (withheld !== undefined) printLine(withheld)
  for (const { documentId, reason } of faults)
    printLine(`The document ${documentId} cannot be shown: ${reason}`)
  process.stdout.write(
    `${published} published events: ${written} written, ${removed} removed, ${faults.length} cannot be shown\n`,
  )
  return faults.length > 0 || withheld !== undefined ? 2 : 0
})
