import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { ContentError, isContentError } from '#domain/content/content-error.ts'
import type { ContentSettings } from '#domain/content/content-settings.ts'
import { checkServer, connect, type Database } from '../database/open.ts'
import type { Environment } from '../env.ts'
import { OperatorError } from '../runtime/operator.ts'
import type { Problems } from '../runtime/problems.ts'
import { ContentLostError, toLostContent } from './content-lost.ts'
import type { Content } from './content.ts'
import {
  acceptContentSource,
  claimContentSource,
  findKnownContent,
  findLastChange,
} from './source-queries.ts'

/** `source` is `lake:<id>` or `sanity:<project>/<dataset>`. `hasRevision` is true where that cannot be asked. */
export type Identity = { source: string; hasRevision: boolean }

const timeoutMs = 5_000
const lakeSchema = z.object({ id: z.string(), hasTransaction: z.boolean() })

/** Asks a Content Lake for its id, and whether it has a revision. Throws ContentError if it does not answer. */
export async function identifyContent(
  { projectId, dataset, apiHost, token }: ContentSettings,
  revision?: string,
): Promise<Identity> {
  const hosted = { source: `sanity:${projectId}/${dataset}`, hasRevision: true }
  if (apiHost === undefined) return hosted
  const url = new URL('/v1/lake', apiHost)
  if (revision !== undefined) url.searchParams.set('transaction', revision)
  const headers = new Headers(token === undefined ? [] : [['Authorization', `Bearer ${token}`]])
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
    // Somebody else's Content Lake.
    if (answer.status === 404) return hosted
    if (!answer.ok) throw new Error(`it answers ${answer.status}`)
    const { id, hasTransaction } = lakeSchema.parse(await answer.json())
    return { source: `lake:${id}`, hasRevision: hasTransaction }
  } catch (cause) {
    const reason = `The content at ${apiHost} could not be read: ${(cause as Error).message}`
    throw new ContentError(reason, 'content-unreadable', { cause })
  }
}

/**
 * Changes nothing, not even the schema. Throws OperatorError if the database belongs to another source: a second server with
 * an empty data folder once deleted every event within a second.
 */
export async function refuseOtherSource(sql: Database, content: Content): Promise<void> {
  const { source: known } = await findKnownContent(sql)
  if (known === undefined) return
  const identity = await content.identify().catch(() => undefined)
  if (identity) assertSame(known, identity.source)
}

/**
 * Claims a database without a source, and returns the source. Throws OperatorError if it belongs to another one,
 * ContentLostError if the content is lost or lacks a change that the database has, and ContentError while the content
 * does not answer.
 */
export async function claimSource(sql: Database, content: Content): Promise<string> {
  const last = await findLastChange(sql)
  const { source, hasRevision } = await content.identify(last?.revision)
  assertSame(await claimContentSource(sql, source), source)
  if (!last || hasRevision) return source
  throw new ContentLostError(
    `The content ${source} is an older copy, or one that runs beside the original: it lacks the change of ${last.updatedAt.toISOString()} that the database has`,
    'use this copy',
  )
}

/** The operator's word that the database belongs to this content, as it is now. Returns its source. */
export async function acceptSource(sql: Database, content: Content): Promise<string> {
  const { source } = await content.identify()
  await acceptContentSource(sql, source)
  return source
}

function assertSame(known: string, source: string): void {
  if (known === source) return
  throw new OperatorError(
    `The database belongs to the content ${known}, but this process would use ${source}: ` +
      `use the content ${known} (CONTENT_FOLDER names the folder of a running server), or run \`npm run content:accept\` to use ${source} from now on`,
  )
}

type Verified = { content: Content; assertSource: () => Promise<void> }

/**
 * Claims the content's source. `assertSource`, for each publish and sweep, does it again: it rejects once another source
 * is accepted or another process uses a copy of the content. Content that is lost at the start is closed, and stays lost
 * until the next start. Throws OperatorError for another source.
 */
export async function verifyContent(
  sql: Database,
  content: Content,
  problems: Pick<Problems, 'report' | 'resolve'>,
): Promise<Verified> {
  let isClaimed = false
  async function assertSource(): Promise<void> {
    try {
      await claimSource(sql, content)
      isClaimed = true
    } catch (error) {
      if (error instanceof OperatorError) problems.report('content', error.message)
      // While the database is away, nothing has changed.
      else if (isClaimed && !isContentError(error)) return
      throw error
    }
    problems.resolve('content')
  }
  try {
    await assertSource()
  } catch (error) {
    if (isContentError(error)) return { content, assertSource }
    const lost = toLostContent(error)
    await content[Symbol.asyncDispose]()
    return { content: lost, assertSource: () => Promise.reject(error as Error) }
  }
  return { content, assertSource }
}

/**
 * Throws ContentLostError if database or releases have content, since a new Content Lake would replace it. Without an
 * address of the database, the folder of an embedded one counts as content.
 */
export async function assertNothingKnown(
  { DATA_DIR, DATABASE_URL }: Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>,
  database?: Promise<{ url: string }>,
): Promise<void> {
  const folder = resolve(DATA_DIR)
  const list = (name: string) => readdir(join(folder, name)).catch(() => [])
  const url = (await database)?.url ?? DATABASE_URL
  const isInDatabase = url === undefined ? (await list('postgres')).length > 0 : await hasContent(url)
  const isInReleases = (await list('releases')).some((name) => !name.startsWith('.'))
  if (!isInDatabase && !isInReleases) return
  throw new ContentLostError(
    `${join(folder, 'content')} holds no content, but ${isInDatabase ? 'the database' : `${folder}/releases`} was filled from it`,
    'begin with new content',
  )
}

async function hasContent(url: string): Promise<boolean> {
  await using sql = connect(url)
  await checkServer(sql)
  const { source, hasRows } = await findKnownContent(sql)
  return source !== undefined || hasRows
}
