import { join, resolve } from 'node:path'
import type { Environment } from '../env.ts'

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
