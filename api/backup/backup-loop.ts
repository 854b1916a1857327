import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Environment } from '../env.ts'
import type { Logger } from '../runtime/log.ts'
import { errorReason } from '../runtime/operator.ts'
import type { Problems } from '../runtime/problems.ts'
import { repeat } from '../runtime/repeat.ts'
import { backupFolder, isBackupName, readLastBackup } from './backup-files.ts'

type Options = {
  environment: Environment
  logger: Pick<Logger, 'info' | 'error'>
  problems: Pick<Problems, 'report' | 'resolve'>
  /** Milliseconds between two looks at the clock, and after a failure. */
  interval?: number
  pause?: number
}

const script = fileURLToPath(new URL('../cli/backup.ts', import.meta.url))
const hour = 3_600_000

/**
 * Makes a proven backup every BACKUP_EVERY hours, in a process of its own, and keeps the newest BACKUP_KEEP. Reports a
 * failure as the problem `backup`, and tries again after an hour.
 */
export function startBackupLoop({
  environment,
  logger,
  problems,
  interval = 60_000,
  pause = hour,
}: Options): Disposable {
  const dataFolder = resolve(environment.DATA_DIR)
  let failedAt = -Infinity

  async function backUpIfDue(signal: AbortSignal): Promise<void> {
    const last = await readLastBackup(dataFolder)
    const dueAt = last ? Date.parse(last.madeAt) + environment.BACKUP_EVERY * hour : 0
    if (Date.now() < dueAt || performance.now() - failedAt < pause) return
    const startedAt = performance.now()
    const options = ['--max-old-space-size=512', script, '--prove']
    try {
      await promisify(execFile)(process.execPath, options, { signal, maxBuffer: 16_000_000 })
      await deleteOldest(backupFolder(environment), environment.BACKUP_KEEP)
    } catch (error) {
      if (signal.aborted) return
      failedAt = performance.now()
      const [reason] = errorReason(error).trim().split('\n').slice(-1)
      problems.report('backup', `No backup could be made or proven: ${reason}`)
      return
    }
    problems.resolve('backup')
    logger.info({ milliseconds: Math.round(performance.now() - startedAt) }, 'a backup was made and proven')
  }

  return repeat(backUpIfDue, {
    interval,
    waits: true,
    report: (error) => problems.report('backup', `No backup could be made: ${errorReason(error)}`),
  })
}

async function deleteOldest(folder: string, kept: number): Promise<void> {
  const names = (await readdir(folder)).filter(isBackupName).toSorted()
  for (const name of names.slice(0, -kept)) await rm(join(folder, name))
}
