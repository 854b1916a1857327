import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { claimFolder } from '../publishing/releases/release-folders.ts'

/** An empty folder for this process, which is emptied at the end. The next one empties what a killed process left. */
export async function openWorkFolder(path: string): Promise<{ folder: string } & AsyncDisposable> {
  const claim = await claimFolder(path)
  const empty = async () => {
    const names = (await readdir(claim.folder)).filter((name) => name !== '.claim')
    for (const name of names) await rm(join(claim.folder, name), { recursive: true, force: true })
  }
  await empty()
  return {
    folder: claim.folder,
    async [Symbol.asyncDispose]() {
      claim[Symbol.dispose]()
      // A failed extraction may still be writing a file.
      await rm(claim.folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
