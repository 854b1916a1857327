import { type Context, Hono } from 'hono'
import { toActionError } from '../actions/fields.ts'
import { actionsToMutations } from '../actions/to-mutations.ts'
import { lakeErrors } from '../errors.ts'
import { findSequence, listChanges } from '../history/statements.ts'
import { callerOf, type LakeEnv } from '../http/access.ts'
import { readFlag, readJsonObject } from '../http/requests.ts'
import { addArrayKeys } from '../mutations/array-keys.ts'
import { readableChanges } from '../people/scope.ts'
import { operationOf, type Store } from '../store/types.ts'

const visibilities = ['sync', 'async', 'deferred']

/** `POST /data/mutate/:dataset`. The change is visible to queries before the answer, whatever `visibility` says. */
export function mutateRoutes() {
  return new Hono<LakeEnv>().post('/', async (c) => {
    const { store } = c.get('dataset')
    const body = await readJsonObject(c)
    const mutations = readArray(body, 'mutations')
    const visibility = c.req.query('visibility') ?? 'sync'
    if (!visibilities.includes(visibility))
      throw lakeErrors.badRequest(`"visibility" must be one of ${visibilities.join(', ')}`)
    const transactionId = readTransactionId(body.transactionId ?? c.req.query('transactionId'))
    const request = {
      mutations: readFlag(c, 'autoGenerateArrayKeys', false) ? mutations.map(addArrayKeys) : mutations,
      transactionId,
      identity: callerOf(c).id,
      dryRun: readFlag(c, 'dryRun', false),
    }
    const { id, changes, outcomes } = findApplied(c, store, transactionId) ?? store.transact(request)
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
}

/** `POST /data/actions/:dataset`: the Studio's buttons. All actions of a request are one transaction. */
export function actionRoutes() {
  return new Hono<LakeEnv>().post('/', async (c) => {
    const { store } = c.get('dataset')
    const body = await readJsonObject(c)
    const actions = readArray(body, 'actions')
    if (actions.length === 0) throw lakeErrors.badRequest('"actions" is empty')
    const transactionId = readTransactionId(body.transactionId)
    const applied = findApplied(c, store, transactionId)
    if (applied) return c.json({ transactionId: applied.id })
    try {
      const identity = callerOf(c).id
      const mutations = actionsToMutations(actions, store, identity)
      const { id } = store.transact({
        mutations,
        transactionId,
        identity,
        dryRun: body.dryRun === true,
      })
      return c.json({ transactionId: id })
    } catch (error) {
      throw toActionError(error)
    }
  })
}

/**
 * The transaction of a request that is sent again because its answer was lost: its `Idempotency-Key` is the transaction
 * id. Without this header, as at the hosted service, a used id is a conflict.
 */
function findApplied(c: Context, store: Store, id: string | undefined) {
  if (id === undefined || c.req.header('idempotency-key') !== id) return undefined
  const sequence = findSequence(store.database, id)
  if (sequence === undefined) return undefined
  const found = listChanges(store.database, sequence, { documents: true, mutations: false })
  const changes = readableChanges(found, store)
  const outcomes = changes.map((change) => ({ id: change.documentId, operation: operationOf(change) }))
  return { id, changes, outcomes }
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
