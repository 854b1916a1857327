import { setTimeout as sleep } from 'node:timers/promises'
import type { SanityClient } from '@sanity/client'
import type { ImportSource } from '#domain/import/plan.ts'
import type { Logger } from '../runtime/log.ts'
import type { FetchSettings } from './fetch-address.ts'
import { sourceOfAddress } from './find-events.ts'
import { importSource } from './import-source.ts'

type Options = {
  /** May write, and sees drafts (`raw`). */
  client: SanityClient
  logger: Logger
  fetchSettings: FetchSettings
  /** In milliseconds: how often it looks for sources whose hour is over. */
  interval?: number
}

const hour = 3_600_000

/** Imports the sources that are switched on, each once an hour. Several processes may do it at once. */
export function startImportLoop({
  client,
  logger,
  fetchSettings,
  interval = 5 * 60_000,
}: Options): Disposable {
  const stopping = new AbortController()
  const { signal } = stopping
  void repeat()

  async function repeat(): Promise<void> {
    while (!signal.aborted) {
      // First: a start has other things to do.
      await sleep(interval, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      await importDue(client, { now: new Date(), logger, fetchSettings, signal }).catch((error: unknown) => {
        if (!signal.aborted) logger.warn({ error }, 'the sources of events could not be imported just now')
      })
    }
  }

  return { [Symbol.dispose]: () => stopping.abort() }
}

type Due = Partial<ImportSource> & Pick<ImportSource, '_id' | 'name'> & { _rev: string; address: string }

const query = `*[
  _type == "importSource" && hourly == true && defined(address) &&
  (!defined(lastRun.at) || lastRun.at < $before)
] | order(lastRun.at) [0...100]`

/** Imports what was last imported more than an hour before `now`. */
export async function importDue(
  client: SanityClient,
  {
    now,
    logger,
    fetchSettings,
    signal,
  }: Pick<Options, 'logger' | 'fetchSettings'> & { now: Date; signal?: AbortSignal },
): Promise<void> {
  const before = new Date(now.getTime() - hour).toISOString()
  for (const source of await client.fetch<Due[]>(query, { before })) {
    if (signal?.aborted) return
    if (!isOwn(source) || !(await claim(client, source, now))) continue
    const { text: outcome, isFault, written } = await importSource(client, source, { ...fetchSettings, now })
    // Not its address, which may be a secret.
    const fields = { source: source.name, outcome, written }
    if (isFault) logger.warn(fields, 'a source of events could not be imported')
    else if (written > 0) logger.info(fields, 'events were imported')
  }
}

/** A copy of a source’s document would import the same events. */
function isOwn({ _id, address }: Due): boolean {
  try {
    return sourceOfAddress(address).source === _id
  } catch {
    return false
  }
}

/** Whether this process is the one that imports the source now: of several, one changes the document first. */
async function claim(client: SanityClient, { _id, _rev, lastRun }: Due, now: Date): Promise<boolean> {
  const started = { ...lastRun, at: now.toISOString() }
  try {
    await client.patch(_id).ifRevisionId(_rev).set({ lastRun: started }).commit()
    return true
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 409) return false
    throw error
  }
}
