import { type Context, Hono } from 'hono'
import { toActionError } from '../actions/fields.ts'
import { actionsToMutations } from '../actions/to-mutations.ts'
import { lakeErrors } from '../errors.ts'
import { type LakeEnv, localEditor } from '../http/access.ts'
import { readFlag, readJsonObject } from '../http/requests.ts'
import { addArrayKeys } from '../mutations/array-keys.ts'
import type { Dataset } from '../query/view.ts'

const identity = localEditor.id
const visibilities = ['sync', 'async', 'deferred']

/** `POST /data/mutate/:dataset`. The change is visible to queries before the answer, whatever `visibility` says. */
export function mutateRoutes({ store }: Dataset) {
  const app = new Hono<LakeEnv>()
  app.post('/', async (c) => {
    const body = await readJsonObject(c)
    const mutations = readArray(body, 'mutations')
    const visibility = c.req.query('visibility') ?? 'sync'
    if (!visibilities.includes(visibility))
      throw lakeErrors.badRequest(`"visibility" must be one of ${visibilities.join(', ')}`)
    const { id, changes, outcomes } = store.transact({
      mutations: readFlag(c, 'autoGenerateArrayKeys', false) ? mutations.map(addArrayKeys) : mutations,
      transactionId: readTransactionId(body.transactionId ?? c.req.query('transactionId')),
      identity,
      dryRun: readFlag(c, 'dryRun', false),
    })
    const written = new Map(changes.map(({ documentId, after }) => [documentId, after]))
    const withDocuments = readFlag(c, 'returnDocuments', false)
    const withIds = withDocuments || readFlag(c, 'returnIds', false)
    const results = outcomes.map(({ id: documentId, operation }) => ({
      ...(withIds && { id: documentId }),
      operation,
      ...(withDocuments && {
        document: written.has(documentId) ? written.get(documentId) : store.get(documentId),
      }),
    }))
    return c.json({ transactionId: id, results })
  })
  return app
}

/** `POST /data/actions/:dataset`: the Studio's buttons. All actions of a request are one transaction. */
export function actionRoutes({ store }: Dataset) {
  const app = new Hono<LakeEnv>()
  app.post('/', async (c: Context<LakeEnv>) => {
    const body = await readJsonObject(c)
    const actions = readArray(body, 'actions')
    if (actions.length === 0) throw lakeErrors.badRequest('"actions" is empty')
    const transactionId = readTransactionId(body.transactionId)
    try {
      const mutations = actionsToMutations(actions, store)
      const { id } = store.transact({ mutations, transactionId, identity, dryRun: body.dryRun === true })
      return c.json({ transactionId: id })
    } catch (error) {
      throw toActionError(error)
    }
  })
  return app
}

function readArray(body: Record<string, unknown>, name: string): unknown[] {
  const value = body[name]
  if (!Array.isArray(value)) throw lakeErrors.badRequest(`The body needs "${name}", an array`)
  return value
}

function readTransactionId(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw lakeErrors.badRequest('"transactionId" must be a string')
}
