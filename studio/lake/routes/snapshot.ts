import { mkdir } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { Hono } from 'hono'
import { isAbsolute } from 'node:path'
import * as z from 'zod'
import { lakeErrors } from '../errors.ts'
import { callerOf, type LakeEnv } from '../http/access.ts'
import { program } from '../people/roles.ts'
import { writeSnapshot } from '../transfer/snapshot.ts'

type Dependencies = { folder: string; content: DatabaseSync; people: DatabaseSync }

const bodySchema = z.strictObject({ folder: z.string().refine(isAbsolute) })

/** `POST /lake/snapshot` with `{"folder": "/new/folder"}`, for programs of the owner: copies the lake there. */
export function snapshotRoutes({ folder, content, people }: Dependencies) {
  return new Hono<LakeEnv>().post('/lake/snapshot', async (c) => {
    if (callerOf(c) !== program)
      throw lakeErrors.forbidden('Only programs with the write token may copy the lake')
    const body = bodySchema.safeParse(await c.req.json().catch(() => undefined))
    if (!body.success) throw lakeErrors.badRequest('The body must be {"folder": "/absolute/path"}')
    const { folder: target } = body.data
    await mkdir(target, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? lakeErrors.conflict(`${target} exists already`) : error
    })
    return c.json(await writeSnapshot(folder, { content, people }, target))
  })
}
