import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, stat, truncate } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Account } from './account.ts'

const maxLogBytes = 5_000_000

/** Rotates the log if it is too long. */
export async function openServerLog(path: string, account: Account | undefined): Promise<FileHandle> {
  await rotateServerLog(path)
  const file = await open(path, 'a', 0o600)
  // An ordinary user who owns the cluster must be able to write to a log that root made.
  if (account !== undefined) await file.chown(account.uid, account.gid)
  return file
}

/**
 * Keeps the end of the log as `<path>.1`. Copies, since a running server goes on appending to the file that it has open.
 */
export async function rotateServerLog(path: string): Promise<void> {
  const size = await sizeOf(path)
  if (size <= maxLogBytes) return
  const end = createReadStream(path, { start: size - maxLogBytes })
  await pipeline(end, createWriteStream(`${path}.1`, { mode: 0o600 }))
  await truncate(path)
}

export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

/** The last 20 lines written since byte `start`. */
export async function readServerLog(path: string, start: number): Promise<string> {
  await using file = await open(path, 'r')
  const length = Math.max(0, (await file.stat()).size - start)
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, start)
  return buffer.toString('utf8').trim().split('\n').slice(-20).join('\n')
}
