import { lakeIdentity } from './assets/documents.ts'
import type { Hono } from 'hono'
import { listTransactions } from './history/statements.ts'
import type { LakeEnv } from './http/access.ts'
import { startServer } from './http/server.ts'
import type { Store } from './store/types.ts'
import { createWriteClient, importContent } from './transfer/content.ts'

type Seed = {
  file: string
  store: Store
  app: Hono<LakeEnv>
  token: string
  projectId: string
  dataset: string
}

/**
 * Imports the initial content, once in the life of a dataset: not if it was written to before, and not again after
 * everything was deleted. An interrupted import is repeated at the next start; until then no other client can write,
 * because the lake's port is not open yet. For a start without a seed see `disableSeed`.
 */
export async function importSeed({ file, store, app, token, projectId, dataset }: Seed): Promise<void> {
  const state = openSeedState(store)
  if (state.read() === 'none')
    state.write(listTransactions(store.database, { limit: 1 }).length > 0 ? 'done' : 'begun')
  if (state.read() === 'done') return
  const { origin, close } = await startServer(app, 0)
  try {
    await importContent(createWriteClient({ projectId, dataset, token, lakeOrigin: origin }), file)
  } finally {
    await close()
  }
  state.write('done')
}

/** For a start without a seed after an interrupted import: a later import must not overwrite new changes. */
export function disableSeed(store: Store): void {
  const state = openSeedState(store)
  if (state.read() !== 'begun') return
  store.beforeCommit(({ identity }) => {
    if (identity !== lakeIdentity) state.write('done')
  })
}

/** Stored beside the documents, because an emptied dataset has none. */
function openSeedState({ database }: Store) {
  database.exec(
    'CREATE TABLE IF NOT EXISTS seed (only INTEGER PRIMARY KEY CHECK (only = 1), state TEXT NOT NULL) STRICT',
  )
  const select = database.prepare('SELECT state FROM seed')
  const upsert = database.prepare('INSERT OR REPLACE INTO seed (only, state) VALUES (1, ?)')
  return {
    read: () => select.get()?.['state'] ?? 'none',
    write: (value: 'begun' | 'done') => upsert.run(value),
  }
}
