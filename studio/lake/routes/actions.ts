import { Hono } from 'hono'
import { toActionError } from '../actions/errors.ts'
import { planActions } from '../actions/plan-actions.ts'
import { readAccess } from '../http/access.ts'
import { lakeErrors } from '../http/errors.ts'
import { type LakeEnv, requireWriter } from '../http/guard.ts'
import { readJsonObject } from '../http/read-body.ts'
import type { Dataset } from './dataset.ts'

/** `POST /data/actions/:dataset`: what the Studio's buttons do, all of a request in one transaction. */
export function actionRoutes({ store }: Dataset) {
  const app = new Hono<LakeEnv>()
  app.post('/', requireWriter, async (c) => {
    const { actions, transactionId, dryRun } = await readJsonObject(c)
    if (!Array.isArray(actions) || actions.length === 0)
      throw lakeErrors.badRequest('The body needs "actions", an array')
    if (transactionId !== undefined && typeof transactionId !== 'string')
      throw lakeErrors.badRequest('"transactionId" needs to be a string')
    const { identity } = readAccess(c)
    try {
      const mutations = planActions(actions, store)
      const { id } = store.transact({ mutations, transactionId, identity, dryRun: dryRun === true })
      return c.json({ transactionId: id })
    } catch (error) {
      throw toActionError(error)
    }
  })
  return app
}
