import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { claimFolder } from '../publishing/releases/release-folders.ts'
import { errorReason, OperatorError } from '../runtime/operator.ts'

/** Throws OperatorError. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new OperatorError(`The folder ${folder} cannot be made: ${errorReason(cause)}`, { cause })
  })
}

/** An empty folder for this process, deleted on dispose. First deletes what a killed process left at the same path. */
export async function openWorkFolder(path: string): Promise<{ folder: string } & AsyncDisposable> {
  const claim = await claimFolder(path)
  const folder = join(claim.folder, 'files')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  return {
    folder,
    async [Symbol.asyncDispose]() {
      claim[Symbol.dispose]()
      // A failed extraction may still be writing a file.
      await rm(claim.folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
