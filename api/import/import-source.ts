import { describeColumnFault } from '#domain/import/found.ts'
import { loadAndCompare, writePlan, type ImportClient } from '#domain/import/load.ts'
import {
  type ImportOutcome,
  type ImportSource,
  planImport,
  readMapping,
  writeSource,
} from '#domain/import/plan.ts'
import type { FetchSettings } from './fetch-address.ts'
import { findAtAddress } from './find-events.ts'
import { ImportError } from './import-error.ts'

/** Imports what needs no decision by a person. Writes the outcome, even a failure, to the source’s document. */
export async function importSource(
  client: ImportClient,
  source: Partial<ImportSource> & Pick<ImportSource, '_id' | 'name'> & { address: string },
  { now, ...fetchSettings }: FetchSettings & { now: Date },
): Promise<ImportOutcome & { written: number }> {
  try {
    const { zone, dateOrder, kind } = source
    const settings = { now, zone, dateOrder, kind, mapping: readMapping(source.mapping) }
    const found = await findAtAddress(source.address, settings, fetchSettings)
    const columnFault = describeColumnFault(found.table)
    if (columnFault !== undefined) throw new ImportError(columnFault)
    const { items } = await loadAndCompare(client, found, now)
    const { _id, name, known = '', ignored = [] } = source
    // Do not write its settings: an editor may have changed them meanwhile.
    const remembered = { _id, name, known, ignored }
    const plan = planImport(found, items, { source: remembered, decisions: new Map(), now })
    await writePlan(client, plan)
    return { ...plan.outcome, written: plan.written }
  } catch (error) {
    const lastRun = { at: now.toISOString(), text: (error as Error).message.slice(0, 300), isFault: true }
    await client.mutate(writeSource({ _id: source._id, lastRun }) as never[])
    return { ...lastRun, written: 0 }
  }
}
