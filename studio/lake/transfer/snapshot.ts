import { copyFile, link, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'

type Databases = { content: DatabaseSync; people: DatabaseSync }

/**
 * Copies a lake that goes on serving into an empty folder, which another lake can open: documents with their history, people,
 * secrets and assets. Throws the errors of the file system and SQLite.
 */
export async function writeSnapshot(folder: string, databases: Databases, target: string) {
  // Before, for files that are deleted meanwhile, and after, for new ones. The next start deletes those without a document.
  await linkAssets(folder, target)
  await backup(databases.content, join(target, 'lake.sqlite'))
  await linkAssets(folder, target)
  await backup(databases.people, join(target, 'people.sqlite'))
  for (const name of ['token', 'people-secret']) await copyFile(join(folder, name), join(target, name))
  return { documents: countDocuments(join(target, 'lake.sqlite')) }
}

/** No file of an asset ever changes, so that a hard link is a copy. */
async function linkAssets(folder: string, target: string): Promise<void> {
  for (const kind of ['images', 'files']) {
    const [from, to] = [folder, target].map((one) => join(one, 'assets', kind)) as [string, string]
    await mkdir(to, { recursive: true })
    for (const name of await readdir(from)) {
      // Uploads that are not complete.
      if (name.startsWith('.')) continue
      await link(join(from, name), join(to, name)).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST' || error.code === 'ENOENT') return
        // Another disk, or one without hard links.
        await copyFile(join(from, name), join(to, name))
      })
    }
  }
}

function countDocuments(path: string): number {
  using database = new DatabaseSync(path)
  return Number(database.prepare('SELECT count(*) AS count FROM documents').get()?.['count'])
}
