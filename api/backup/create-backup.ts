import { cp, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { Content } from '../content/content.ts'
import type { Database } from '../database/open.ts'
import { exportData } from '../database/transfer.ts'
import { type Environment, listSettings } from '../env.ts'
import { ReleaseStore } from '../publishing/releases/release-store.ts'
import { ignoreMissing } from '../runtime/durable-files.ts'
import { readVersion } from '../runtime/checkout.ts'
import { errorReason, OperatorError } from '../runtime/operator.ts'
import { contentFolder, dataFile, releasesFolder, settingsFile, writeArchive } from './archive.ts'
import { makePrivateFolder, openWorkFolder } from './work-folder.ts'

export type BackupSource = {
  environment: Environment
  sql: Database
  content: Pick<Content, 'settings' | 'lost'>
}

const snapshotSchema = z.object({ documents: z.number() })

/**
 * Writes an archive of everything while the site serves: rows, content with its history and assets, people, secrets,
 * settings, the newest release. The rows are a snapshot, and so is the content, which is the newer one: the sweep brings
 * the calendar up to date. Content at Sanity is not in it. Throws OperatorError.
 */
export async function createBackup({ environment, sql, content }: BackupSource, file: string) {
  const dataFolder = resolve(environment.DATA_DIR)
  if (await stat(file).catch(ignoreMissing))
    throw new OperatorError(`${file} exists already: name a new file`)
  await makePrivateFolder(dirname(resolve(file)))
  await using work = await openWorkFolder(join(dataFolder, 'backup-work'))
  const { folder } = work
  const release = await copyRelease(join(dataFolder, releasesFolder), join(folder, releasesFolder))
  const { migration, tables } = await exportData(sql, join(folder, dataFile))
  const isLocal = environment.SANITY_PROJECT_ID === undefined && !content.lost
  const documents = isLocal ? await copyContent(environment, content, join(folder, contentFolder)) : null
  await writeFile(join(folder, settingsFile), listSettings(process.env), { mode: 0o600 })
  const facts = { ...(await readVersion()), migration, tables, documents, release }
  return await writeArchive(folder, file, { ...facts, madeAt: new Date().toISOString() })
}

async function copyRelease(from: string, to: string): Promise<string | null> {
  if (!(await stat(from).catch(ignoreMissing))) return null
  const [newest] = await new ReleaseStore(from).list()
  if (!newest) return null
  await cp(join(from, newest.id), join(to, newest.id), { recursive: true, preserveTimestamps: true })
  return newest.id
}

/** Asks the running Content Lake for a copy of itself. Returns the number of its documents. */
async function copyContent(
  { DATA_DIR, CONTENT_FOLDER }: Environment,
  { settings }: BackupSource['content'],
  folder: string,
): Promise<number> {
  const answer = await fetch(`${settings.apiHost}/v1/lake/snapshot`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${settings.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ folder }),
  }).catch((cause: unknown) => {
    throw new OperatorError(`The Content Lake does not answer: ${errorReason(cause)}`, { cause })
  })
  const { data } = snapshotSchema.safeParse(await answer.json().catch(() => undefined))
  if (!answer.ok || !data)
    throw new OperatorError(`The Content Lake could not be copied to ${folder} (it answers ${answer.status})`)
  const secret = join(resolve(CONTENT_FOLDER ?? join(DATA_DIR, 'content')), 'webhook-secret')
  await cp(secret, join(folder, 'webhook-secret')).catch(ignoreMissing)
  return data.documents
}
