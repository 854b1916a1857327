import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const claimName = '.claim'

/** SQLITE_BUSY. */
const busy = 5

/** Creates and claims a folder for this process alone: `folder`, or `folder-2` and so on while other processes have it. */
export async function claimFolder(folder: string): Promise<{ folder: string } & Disposable> {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? folder : `${folder}-${number}`
    await mkdir(path, { recursive: true })
    try {
      const claim = tryClaim(path)
      if (claim) return { folder: path, [Symbol.dispose]: () => claim.close() }
    } catch {
      // A folder that cannot be written needs no claim.
      return { folder: path, [Symbol.dispose]: () => {} }
    }
  }
}

/** Undefined if another process has the folder. The lock ends with the process, even if it is killed. Throws SQLite's error. */
function tryClaim(folder: string): DatabaseSync | undefined {
  const database = new DatabaseSync(join(folder, claimName))
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
    return database
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === busy) return undefined
    throw error
  }
}

/** False if that cannot be found out. */
function isClaimed(folder: string): boolean {
  try {
    using claim = tryClaim(folder)
    return !claim
  } catch {
    return false
  }
}

/** All folders of a site, given one of them. */
export async function listFolders(folder: string): Promise<string[]> {
  const parent = dirname(folder)
  const first = basename(folder).replace(/-\d+$/, '')
  const pattern = new RegExp(`^${first}(-\\d+)?$`)
  const names = await readdir(parent)
  return names.filter((name) => pattern.test(name)).map((name) => join(parent, name))
}

/** The folders of the processes that run; all if none does. */
export async function listServedFolders(folder: string): Promise<string[]> {
  const all = await listFolders(folder)
  const served = all.filter(isClaimed)
  return served.length > 0 ? served : all
}

/** Empties folders of processes that have ended. Rejects with errors of the file system and SQLite. */
export async function emptyUnclaimed(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    using claim = tryClaim(folder)
    if (!claim) continue
    // Keep the file of the claim: a process may have opened it by now.
    for (const name of await readdir(folder))
      if (name !== claimName) await rm(join(folder, name), { recursive: true, force: true })
  }
}
