import type { DatabaseSync } from 'node:sqlite'

export type Pair = { key: string; value: unknown }

/** What the Studio remembers for its user (layouts, recent searches), by key. */
export type UserSettings = {
  /** One pair for each key, in their order; null where nothing is kept. */
  list: (keys: readonly string[]) => Pair[]
  put: (pairs: readonly Pair[]) => Pair[]
}

export function openUserSettings(database: DatabaseSync): UserSettings {
  database.exec('CREATE TABLE IF NOT EXISTS user_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
  const select = database.prepare('SELECT value FROM user_settings WHERE key = ?')
  const upsert = database.prepare(
    'INSERT INTO user_settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const list = (keys: readonly string[]) =>
    keys.map((key) => ({ key, value: JSON.parse(String(select.get(key)?.['value'] ?? 'null')) as unknown }))
  return {
    list,
    put(pairs) {
      for (const { key, value } of pairs) upsert.run(key, JSON.stringify(value ?? null))
      return list(pairs.map(({ key }) => key))
    },
  }
}
