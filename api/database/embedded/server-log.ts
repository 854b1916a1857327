import { open, rename, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { Account } from './accounts.ts'

const keptBytes = 5_000_000

/** Opens the server's log for appending. An overlong one becomes `<path>.1`, in place of the one before. */
export async function openServerLog(path: string, account: Account | undefined): Promise<FileHandle> {
  if ((await sizeOf(path)) > keptBytes) await rename(path, `${path}.1`)
  const file = await open(path, 'a', 0o600)
  // So that an ordinary user who owns the cluster can write to a log that root made.
  if (account !== undefined) await file.chown(account.uid, account.gid)
  return file
}

export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  )
}

/** What was written from byte `start` on, its last 20 lines at most. */
export async function readServerLog(path: string, start: number): Promise<string> {
  const file = await open(path, 'r')
  try {
    const length = Math.max(0, (await file.stat()).size - start)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, start)
    return buffer.toString('utf8').trim().split('\n').slice(-20).join('\n')
  } finally {
    await file.close()
  }
}
