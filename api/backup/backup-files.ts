import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Environment } from '../env.ts'
import { readJson, writeJson } from '../runtime/durable-files.ts'

export function backupFolder({ BACKUP_DIR, DATA_DIR }: Environment): string {
  return resolve(BACKUP_DIR ?? join(DATA_DIR, 'backups'))
}

/** Names sort by time, which is UTC. */
export function backupName(now: Date): string {
  return `founderlist-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`
}

export function isBackupName(name: string): boolean {
  return /^founderlist-\d{8}T\d{6}Z\.tar\.gz$/.test(name)
}

const lastSchema = z.object({
  /** ISO 8601 in UTC: when the proven archive was begun. */
  madeAt: z.string(),
  file: z.string(),
})
type LastBackup = z.infer<typeof lastSchema>

const nameIn = (dataFolder: string) => join(dataFolder, 'last-backup.json')

/** The last backup that was proven; undefined if there is none. */
export async function readLastBackup(dataFolder: string): Promise<LastBackup | undefined> {
  const found = await readJson(nameIn(dataFolder), lastSchema)
  return found === 'damaged' ? undefined : found
}

export async function writeLastBackup(dataFolder: string, last: LastBackup): Promise<void> {
  await writeJson(nameIn(dataFolder), last)
}
