import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Takes the content from everybody but its owner, in a folder that was made readable to others before. The folder
 * itself may hold more than ours and stays as it is.
 */
export function keepPrivate(folder: string): void {
  for (const name of ['lake.sqlite', 'lake.sqlite-wal', 'lake.sqlite-shm']) {
    const path = join(folder, name)
    if (existsSync(path)) chmodSync(path, 0o600)
  }
}
