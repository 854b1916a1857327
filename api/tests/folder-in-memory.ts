import { accessSync, constants, statfsSync } from 'node:fs'

const gibibyte = 1024 ** 3

/**
 * A folder for what tests make and throw away that is memory and no disk, where the machine has one with room to
 * spare. Postgres copies 300 files for each of hundreds of databases: on a disk that is half a second every time, here
 * a thirtieth.
 */
export function findFolderInMemory(folder = '/dev/shm'): string | undefined {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    // Containers have 64 MB there as a rule; and what is written there counts as memory of theirs.
    const hasRoom = bavail * bsize > 2 * gibibyte && process.availableMemory() > 4 * gibibyte
    return hasRoom ? folder : undefined
  } catch {
    return undefined
  }
}
