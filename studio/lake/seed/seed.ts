import { maintenance } from '../assets/rebase-urls.ts'
import type { Served } from '../http/listen.ts'
import { listen } from '../http/listen.ts'
import type { Store } from '../store/types.ts'
import { connectToWrite } from '../transfer/connect.ts'
import { importContent } from '../transfer/import-content.ts'
import { openSeedMark } from './marks.ts'

type Seed = { file: string; store: Store; lake: Served; token: string; projectId: string; dataset: string }

/**
 * Imports the first content, once in the life of a dataset: not into one that was written before, and not again when
 * everything was deleted. A start that breaks off is made good by the next one, which imports all of it anew; until
 * then nobody else can reach the dataset, since its port is not open yet, unless it is started without a seed: see
 * `keepFromSeed`.
 */
export async function seedOnce({ file, store, lake, token, projectId, dataset }: Seed): Promise<void> {
  const mark = openSeedMark(store.database)
  if (mark.read() === 'never') mark.write(wasWritten(store) ? 'done' : 'begun')
  if (mark.read() === 'done') return
  const { origin, close } = await listen(lake, 0)
  try {
    await importContent(connectToWrite({ projectId, dataset, token, lakeOrigin: origin }), file)
  } finally {
    await close()
  }
  mark.write('done')
}

/**
 * For a start without a seed over a dataset whose first content broke off: what somebody writes now is theirs, and no
 * later start imports the seed over it.
 */
export function keepFromSeed(store: Store): void {
  const mark = openSeedMark(store.database)
  if (mark.read() !== 'begun') return
  store.beforeCommit(({ identity }) => {
    if (identity !== maintenance) mark.write('done')
  })
}

function wasWritten({ database }: Store): boolean {
  return database.prepare('SELECT 1 FROM transactions LIMIT 1').get() !== undefined
}
