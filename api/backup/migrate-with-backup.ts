import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Content } from '../content/content.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { connect } from '../database/open.ts'
import type { Environment } from '../env.ts'
import { errorReason, OperatorError, printLine } from '../runtime/operator.ts'
import { backupFolder } from './backup-files.ts'
import { createBackup } from './create-backup.ts'

/**
 * Applies the missing migrations and prints their names. Before they change existing data, makes a backup. Throws
 * OperatorError, also if the backup fails: then nothing is applied.
 */
export async function migrateWithBackup(
  url: string,
  source: { environment: Environment; content: Pick<Content, 'settings' | 'lost'> },
): Promise<string[]> {
  const beforeChange = async (next: string) => {
    const file = join(backupFolder(source.environment), `before-${next.replace('.sql', '')}.tar.gz`)
    await using sql = connect(url)
    try {
      printLine('Making a backup before the database changes…')
      // A start that failed and is repeated replaces its backup.
      await rm(`${file}.new`, { force: true })
      await createBackup({ ...source, sql }, `${file}.new`)
      await rename(`${file}.new`, file)
      printLine(`The backup is ${file}.`)
    } catch (cause) {
      throw new OperatorError(
        `The database was not changed, since no backup of it could be made first: ${errorReason(cause)}`,
        { cause },
      )
    }
  }
  const applied = await migrateDatabase(url, { beforeChange, log: printLine })
  for (const name of applied) printLine(`Applied ${name}.`)
  return applied
}
