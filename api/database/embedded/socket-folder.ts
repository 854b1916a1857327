import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { giveTo } from './accounts.ts'
import type { Account } from './accounts.ts'

export const port = 5432

/**
 * Where it is made. Kernels take socket paths of 103 bytes at most, so never inside the data folder; and a comma or
 * quote would need care in the URL and in the setting.
 */
export function socketBase(): string {
  return /^[\w/.+-]{1,50}$/.test(tmpdir()) ? tmpdir() : '/tmp'
}

const beginning = 'founderlist-'

export async function makeSocketFolder(account: Account | undefined): Promise<string> {
  const folder = await mkdtemp(join(socketBase(), beginning))
  await giveTo(account, folder)
  return folder
}

/** Empties it of what a dead server left, which may look like another server's. */
export async function remakeSocketFolder(folder: string, account: Account | undefined): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  await giveTo(account, folder)
}

/** Whether it is one of those above: a server that was started by other means listens elsewhere. */
export function isSocketFolder(folder: string): boolean {
  return basename(folder).startsWith(beginning)
}

/** For `connect`, and for psql and pg_dump, which take a socket folder in the same way. */
export function databaseUrl(folder: string, name: string): string {
  return `postgres://${name}@localhost:${port}/${name}?host=${encodeURIComponent(folder)}`
}
