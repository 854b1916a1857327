import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const place = '/dev/shm'
const gibibyte = 1024 ** 3

/**
 * Makes a folder for what tests make and throw away that is memory and no disk, until this process ends; undefined
 * where the machine has none with room to spare. Postgres copies 300 files for each of hundreds of databases: on a disk
 * that is half a second every time, here a fraction of it.
 */
export function makeFolderInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(place)
    // Containers have 64 MB there as a rule; and what is written there counts as memory of theirs.
    if (bavail * bsize < 2 * gibibyte || process.availableMemory() < 4 * gibibyte) return undefined
    const folder = mkdtempSync(join(place, 'fl-'))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return undefined
  }
}
