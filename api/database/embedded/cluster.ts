import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isRoot } from './accounts.ts'
import type { Account } from './accounts.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'

export type Cluster = { owner: Account; majorVersion: string }

/** The cluster in `folder`, or undefined where there is nothing yet. */
export async function inspectCluster(folder: string): Promise<Cluster | undefined> {
  const found = await stat(folder).catch(ignoreMissing)
  if (found === undefined) return undefined
  if (!found.isDirectory())
    throw new EmbeddedPostgresError(`${folder} should be a folder for PostgreSQL's data, but is a file.`)
  if (!isRoot() && found.uid !== process.getuid?.())
    throw new EmbeddedPostgresError(
      `${folder} belongs to user ${found.uid} and this process is user ${process.getuid?.()}; start as root or as that user, or set DATA_DIR to another folder.`,
    )
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  if (version !== undefined)
    return { owner: { uid: found.uid, gid: found.gid }, majorVersion: version.trim() }
  if ((await readdir(folder)).length === 0) return undefined
  throw new EmbeddedPostgresError(
    `${folder} holds files that are not PostgreSQL's data; set DATA_DIR to another folder.`,
  )
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
