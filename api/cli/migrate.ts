import { migrateWithBackup } from '../backup/migrate-with-backup.ts'
import { openExisting } from './open-existing.ts'
import { runCommand } from './run-command.ts'

// `npm run migrate` applies the migrations that the next start would apply. A server of the version before may run
// meanwhile, unless docs/operations/upgrade.md says otherwise.
await runCommand('npm run migrate', async () => {
  await using opened = new AsyncDisposableStack()
  const { environment, url, content } = await openExisting(opened)
  const applied = await migrateWithBackup(url, { environment, content })
  process.stdout.write(`${applied.length === 0 ? 'Nothing' : applied.join(', ')} applied\n`)
})
