import { Hono } from 'hono'
import * as z from 'zod'
import { localEditor, readAccess } from '../http/access.ts'
import { lakeErrors } from '../http/errors.ts'
import { type LakeEnv, requireWriter } from '../http/guard.ts'
import type { Store } from '../store/types.ts'
import { administrator, findUser } from '../users/users.ts'

const pairsSchema = z.array(z.strictObject({ key: z.string().min(1).max(200), value: z.unknown() })).max(100)

/** Who is there: the one local editor, and the settings that the Studio keeps for them. */
export function userRoutes(store: Store) {
  const app = new Hono<LakeEnv>()
  store.database.exec(
    'CREATE TABLE IF NOT EXISTS user_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
  )
  const select = store.database.prepare('SELECT value FROM user_settings WHERE key = ?')
  const upsert = store.database.prepare(
    'INSERT INTO user_settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const read = (key: string) => ({
    key,
    value: JSON.parse(String(select.get(key)?.['value'] ?? 'null')) as unknown,
  })

  app.get('/users/me', (c) =>
    c.json(readAccess(c).mayWrite ? { ...findUser(localEditor.id), ...administrator } : {}),
  )

  app.get('/users/me/keyvalue/:keys', requireWriter, (c) => c.json(c.req.param('keys').split(',').map(read)))

  app.put('/users/me/keyvalue', requireWriter, async (c) => {
    const pairs = pairsSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!pairs.success) throw lakeErrors.badRequest('The body must be an array of {key, value}')
    for (const { key, value } of pairs.data) upsert.run(key, JSON.stringify(value ?? null))
    return c.json(pairs.data.map(({ key }) => read(key)))
  })

  app.get('/users/:ids', requireWriter, (c) => {
    const ids = c.req.param('ids').split(',')
    const users = ids.map(findUser)
    return c.json(ids.length === 1 ? users[0] : users)
  })
  return app
}
