import { Hono } from 'hono'
import { ActionError } from '../actions/errors.ts'
import { planActions } from '../actions/plan-actions.ts'
import { readAccess } from '../http/access.ts'
import { lakeErrors } from '../http/errors.ts'
import { type LakeEnv, requireWriter } from '../http/guard.ts'
import { readJsonObject } from '../http/read-json.ts'
import { MutationError } from '../mutations/errors.ts'
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
    const transaction = asActionError(() =>
      store.transact({
        mutations: planActions(actions, store),
        transactionId,
        identity,
        dryRun: dryRun === true,
      }),
    )
    return c.json({ transactionId: transaction.id })
  })
  return app
}

function asActionError<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    const fault = error instanceof MutationError ? error.items[0]?.error : undefined
    throw fault ? new ActionError((error as MutationError).status, { error: fault }) : error
  }
}
