import { OperatorError } from '../../runtime/operator.ts'
import { listServedFolders } from './release-folders.ts'
import { ReleaseStore } from './release-store.ts'
import { readRelease } from './stored-release.ts'

/**
 * Makes all processes of the release's version serve it until the content changes, whichever of them made it. Throws
 * OperatorError. `folder`: one of the site's.
 */
export async function rollBack(folder: string, id: string): Promise<void> {
  const folders = await listServedFolders(folder)
  const all = await Promise.all(
    folders.map(async (path) => {
      const store = new ReleaseStore(path)
      return { store, release: await store.find(id), served: await store.findServed() }
    }),
  )
  const owner = all.find(({ release }) => release)
  if (!owner) throw new OperatorError(`There is no release ${id}: npm run releases lists all releases`)
  // The served release was made by the running version of the code.
  const version = owner.served?.version
  if (version !== owner.release?.version)
    throw new OperatorError(
      `The release ${id} was made by another version of the code or for another SITE_URL, so this site cannot serve it: start that version, or with that SITE_URL`,
    )
  const release = await readRelease(owner.store.folder, id).catch((error: Error) => {
    throw new OperatorError(`The release ${id} is damaged: ${error.message}`)
  })
  for (const { store, served } of all) {
    if (served?.version !== version) continue
    await store.add(release)
    await store.setCurrent(id)
  }
}
