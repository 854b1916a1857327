import type { SanityClient } from '@sanity/client'
import type { SourceSettings } from '#domain/import/found.ts'
import { type ImportSource, writeSource } from '#domain/import/plan.ts'
import { previewImport, writeImport } from '#domain/import/run-import.ts'
import type { Logger } from '../runtime/log.ts'
import { repeat } from '../runtime/repeat.ts'
import type { FetchSettings } from './fetch-address.ts'
import { findAtAddress, sourceOfAddress } from './find-events.ts'

type Check = { logger: Logger; fetchSettings: FetchSettings; now: Date; signal?: AbortSignal }
/** `client`: may write, and sees drafts (`raw`). */
type Options = Pick<Check, 'logger' | 'fetchSettings'> & { client: SanityClient }

const hour = 3_600_000

/** Imports each enabled source once an hour. Several processes may run this at the same time. */
export function startImportLoop({ client, ...options }: Options): Disposable {
  const report = (error: unknown) =>
    options.logger.warn({ error }, 'the hourly import failed; retrying at the next check')
  const run = (signal: AbortSignal) => importDue(client, { ...options, now: new Date(), signal })
  // `waits`: the server is still starting.
  return repeat(run, { interval: 5 * 60_000, waits: true, report })
}

type Due = Partial<ImportSource> & Pick<ImportSource, '_id' | 'name'> & { _rev: string; address: string }

const query = `*[
  _type == "importSource" && hourly == true && defined(address) &&
  (!defined(lastRun.at) || lastRun.at < $before)
] | order(lastRun.at) [0...100]`

/** Imports the sources whose last import is more than an hour before `now`. */
export async function importDue(client: SanityClient, check: Check): Promise<void> {
  const { now, logger, signal } = check
  const before = new Date(now.getTime() - hour).toISOString()
  for (const source of await client.fetch<Due[]>(query, { before })) {
    if (signal?.aborted) return
    // Without the address, which may be a secret.
    const { name } = source
    try {
      // A copy of the document would import the same events.
      if (sourceOfAddress(source.address).source !== source._id) continue
      if (!(await claim(client, source, now))) continue
      const { outcome, written } = await importSource(client, source, check)
      const fields = { source: name, outcome: outcome.text, written }
      if (outcome.isFault) logger.warn(fields, 'an import source failed')
      else if (written > 0) logger.info(fields, 'events were imported')
    } catch (error) {
      // Nothing could be stored about it. The other sources have their turn all the same.
      logger.warn({ error, source: name }, 'an import source failed')
    }
  }
}

/** Imports what needs no decision by a person. Writes the outcome, even a failure, to the source’s document. */
async function importSource(client: SanityClient, source: Due, { now, fetchSettings }: Check) {
  const { _id, address } = source
  try {
    const read = (settings: SourceSettings) => findAtAddress(address, { ...settings, now }, fetchSettings)
    const preview = await previewImport(client, read, { now, known: source })
    return await writeImport(client, preview, { now, keepsSettings: true })
  } catch (error) {
    const outcome = { at: now.toISOString(), text: (error as Error).message.slice(0, 300), isFault: true }
    await client.mutate(writeSource({ _id, lastRun: outcome }) as never[])
    return { outcome, written: 0 }
  }
}

/** Claims the source for this process: the first process that changes the document wins. */
async function claim(client: SanityClient, { _id, _rev, lastRun }: Due, now: Date): Promise<boolean> {
  const started = { ...lastRun, at: now.toISOString(), by: undefined }
  try {
    await client.patch(_id).ifRevisionId(_rev).set({ lastRun: started }).commit()
    return true
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 409) return false
    throw error
  }
}
