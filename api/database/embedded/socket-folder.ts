import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { giveTo, type Account } from './accounts.ts'

export const port = 5432

/** Outside the data folder: a socket path has at most 103 bytes. Commas or quotes would need escaping. */
export function socketBase(): string {
  return /^[\w/.+-]{1,50}$/.test(tmpdir()) ? tmpdir() : '/tmp'
}

const beginning = 'founderlist-'

export async function makeSocketFolder(account: Account | undefined): Promise<string> {
  const folder = await mkdtemp(join(socketBase(), beginning))
  await giveTo(account, folder)
  return folder
}

/** Deletes what a dead server left. */
export async function remakeSocketFolder(folder: string, account: Account | undefined): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  await giveTo(account, folder)
}

/** Whether `makeSocketFolder` made it. */
export function isSocketFolder(folder: string): boolean {
  return basename(folder).startsWith(beginning)
}

/** For `connect`, psql and pg_dump. */
export function databaseUrl(folder: string, name: string): string {
  return `postgres://${name}@localhost:${port}/${name}?host=${encodeURIComponent(folder)}`
}
