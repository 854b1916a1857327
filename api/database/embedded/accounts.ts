import { execFile } from 'node:child_process'
import { chown } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EmbeddedPostgresError, reasonOf } from './errors.ts'

const run = promisify(execFile)

export type Account = { uid: number; gid: number }

export const isRoot = () => process.getuid?.() === 0

/** The account for PostgreSQL, which refuses to run as root. initdb needs one that is in the passwd database. */
export async function findServerAccount(): Promise<Account | undefined> {
  if (!isRoot()) return undefined
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const account = await lookUp(name)
    if (account !== undefined) return account
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and this system has neither a user postgres nor a user nobody; start as an ordinary user, or set DATABASE_URL.',
  )
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

export async function giveTo(account: Account | undefined, path: string): Promise<void> {
  if (account !== undefined) await chown(path, account.uid, account.gid)
}

/** For a cluster that root restored from a backup. */
export async function giveTreeTo(account: Account, folder: string): Promise<void> {
  await run('chown', ['-R', `${account.uid}:${account.gid}`, folder]).catch((error: unknown) => {
    throw new EmbeddedPostgresError(
      `${folder} belongs to root and could not be given to the user that PostgreSQL runs as: ${reasonOf(error)}`,
    )
  })
}
