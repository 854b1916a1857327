import { maintenance } from '../assets/rebase-urls.ts'
import { listen, type Served } from '../http/listen.ts'
import type { Store } from '../store/types.ts'
import { connectToWrite } from '../transfer/connect.ts'
import { importContent } from '../transfer/import-content.ts'

type Seed = { file: string; store: Store; lake: Served; token: string; projectId: string; dataset: string }

/**
 * Imports the first content, once in the life of a dataset: not into one that was written before, and not again when
 * everything was deleted. A start that breaks off is made good by the next one, which imports all of it anew; until
 * then nobody else can reach the dataset, since its port is not open yet, unless it is started without a seed: see
 * `keepFromSeed`.
 */
export async function seedOnce({ file, store, lake, token, projectId, dataset }: Seed): Promise<void> {
  const mark = openSeedMark(store)
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
  const mark = openSeedMark(store)
  if (mark.read() !== 'begun') return
  store.beforeCommit(({ identity }) => {
    if (identity !== maintenance) mark.write('done')
  })
}

function wasWritten({ database }: Store): boolean {
  return database.prepare('SELECT 1 FROM transactions LIMIT 1').get() !== undefined
}

/** Whether the dataset has had its first content: a note beside it, since an emptied dataset looks like a new one. */
function openSeedMark({ database }: Store) {
  database.exec(
    'CREATE TABLE IF NOT EXISTS seed (only INTEGER PRIMARY KEY CHECK (only = 1), state TEXT NOT NULL) STRICT',
  )
  const select = database.prepare('SELECT state FROM seed')
  const upsert = database.prepare(
    'INSERT INTO seed (only, state) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET state = excluded.state',
  )
  return {
    read: () => select.get()?.['state'] ?? 'never',
    write: (state: 'begun' | 'done') => upsert.run(state),
  }
}
