import { Hono } from 'hono'
import { readAccess } from '../http/access.ts'
import { lakeErrors } from '../http/errors.ts'
import { readFlag } from '../http/flags.ts'
import { type LakeEnv, requireWriter } from '../http/guard.ts'
import { readJsonObject } from '../http/read-body.ts'
import { addArrayKeys } from '../mutations/array-keys.ts'
import type { Dataset } from './dataset.ts'

/** `POST /data/mutate/:dataset`. Whatever `visibility` says, the answer comes when queries see the change. */
export function mutateRoutes({ store }: Dataset) {
  const app = new Hono<LakeEnv>()
  app.post('/', requireWriter, async (c) => {
    const { mutations, transactionId = c.req.query('transactionId') } = await readJsonObject(c)
    if (!Array.isArray(mutations)) throw lakeErrors.badRequest('The body needs "mutations", an array')
    if (transactionId !== undefined && typeof transactionId !== 'string')
      throw lakeErrors.badRequest('"transactionId" needs to be a string')
    const { id, changes, outcomes } = store.transact({
      mutations: readFlag(c, 'autoGenerateArrayKeys', false) ? mutations.map(addArrayKeys) : mutations,
      transactionId,
      identity: readAccess(c).identity,
      dryRun: readFlag(c, 'dryRun', false),
    })
    const written = new Map(changes.map(({ documentId, after }) => [documentId, after]))
    const read = (documentId: string) =>
      written.has(documentId) ? written.get(documentId) : store.get(documentId)
    const withDocuments = readFlag(c, 'returnDocuments', false)
    const withIds = withDocuments || readFlag(c, 'returnIds', false)
    const results = outcomes.map((outcome) => ({
      ...(withIds && { id: outcome.id }),
      operation: outcome.operation,
      ...(withDocuments && { document: read(outcome.id) }),
    }))
    return c.json({ transactionId: id, results })
  })
  return app
}
