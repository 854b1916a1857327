import type { DatabaseSync } from 'node:sqlite'

export type SeedState = 'never' | 'begun' | 'done'

/** Whether the dataset has had its first content: a note beside it, since an emptied dataset looks like a new one. */
export function openSeedMark(database: DatabaseSync): {
  read: () => SeedState
  write: (state: SeedState) => void
} {
  database.exec(
    'CREATE TABLE IF NOT EXISTS seed (only INTEGER PRIMARY KEY CHECK (only = 1), state TEXT NOT NULL) STRICT',
  )
  const select = database.prepare('SELECT state FROM seed')
  const upsert = database.prepare(
    'INSERT INTO seed (only, state) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET state = excluded.state',
  )
  return {
    read: () => (select.get()?.['state'] as SeedState | undefined) ?? 'never',
    write: (state) => void upsert.run(state),
  }
}
