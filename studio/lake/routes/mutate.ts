import { Hono } from 'hono'
import { readAccess } from '../http/access.ts'
import { lakeErrors } from '../http/errors.ts'
import { readFlag } from '../http/flags.ts'
import { type LakeEnv, requireWriter } from '../http/guard.ts'
import { readJsonObject } from '../http/read-json.ts'
import { listResults } from '../mutations/results.ts'
import type { Dataset } from './dataset.ts'

/** `POST /data/mutate/:dataset`. Whatever `visibility` says, the answer comes when queries see the change. */
export function mutateRoutes({ store }: Dataset) {
  const app = new Hono<LakeEnv>()
  app.post('/', requireWriter, async (c) => {
    const { mutations, transactionId } = await readJsonObject(c)
    if (!Array.isArray(mutations)) throw lakeErrors.badRequest('The body needs "mutations", an array')
    if (transactionId !== undefined && typeof transactionId !== 'string')
      throw lakeErrors.badRequest('"transactionId" needs to be a string')
    const transaction = store.transact({
      mutations,
      transactionId,
      identity: readAccess(c).identity,
      dryRun: readFlag(c, 'dryRun', false),
    })
    const results = listResults(transaction, mutations, (id) => store.get(id))
    return c.json({
      transactionId: transaction.id,
      results: readFlag(c, 'returnDocuments', false)
        ? results
        : results.map(({ id, operation }) => ({ id, operation })),
    })
  })
  return app
}
