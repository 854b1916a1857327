import { randomBytes } from 'node:crypto'
import { formatError, lakeErrors, log } from '../errors.ts'
import { WorkingCopy } from '../mutations/apply.ts'
import { mutationErrors } from '../mutations/errors.ts'
import { checkReferences } from '../mutations/references.ts'
import { Documents } from './documents.ts'
import { findLastTimestamp, hasTransaction, openDatabase, prepareInsertTransaction } from './open-database.ts'
import type { Change, Store, Transaction, TransactRequest } from './types.ts'

/** Transaction ids are part of event ids and URLs. */
const transactionIdPattern = /^[\w.-]{1,128}$/

type Options = {
  /** The id of the lake that must be there, or `existing` for any. By default a missing one is created. */
  expected?: string | undefined
  now?: () => Date
  /** Gets the errors of afterCommit listeners. */
  report?: (error: unknown) => void
}

/** Opens the dataset of a folder. Throws OperatorError as `openDatabase` does. */
export function openStore(folder: string, options: Options = {}): Store {
  const { now = () => new Date(), report = (error) => log(formatError(error)) } = options
  const { database, id: lakeId, rows } = openDatabase(folder, options.expected)
  const documents = new Documents(rows)
  const insertTransaction = prepareInsertTransaction(database)
  const hooks: ((transaction: Transaction) => void)[] = []
  const listeners = new Set<(transaction: Transaction) => void>()
  let lastTimestamp = findLastTimestamp(database)

  function prepare(request: TransactRequest): ReturnType<Store['transact']> {
    const id = request.transactionId ?? createTransactionId()
    if (!transactionIdPattern.test(id))
      throw mutationErrors.malformed(
        'A transaction ID has 1 to 128 characters of A-Z, a-z, 0-9, "_", "-" and "."',
      )
    if (hasTransaction(database, id)) throw mutationErrors.transactionExists(id)
    // Timestamps never decrease, even if the clock is set back.
    const time = now().toISOString()
    const timestamp = time > lastTimestamp ? time : lastTimestamp
    const copy = new WorkingCopy(documents, { transactionId: id, timestamp })
    copy.apply(request.mutations)
    const changes = copy.changes()
    checkTypes(changes, request.types)
    checkReferences(changes, documents)
    return { id, timestamp, identity: request.identity, changes, outcomes: copy.outcomes }
  }

  function notify(transaction: Transaction): void {
    for (const listener of listeners) {
      try {
        listener(transaction)
      } catch (error) {
        report(error)
      }
    }
  }

  return {
    database,
    lakeId,
    get: (id) => documents.get(id),
    all: () => documents.all(),
    transact(request) {
      const transaction = prepare(request)
      if (request.dryRun) return transaction
      database.exec('BEGIN IMMEDIATE')
      try {
        insertTransaction(transaction)
        for (const hook of hooks) hook(transaction)
        database.exec('COMMIT')
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
      documents.commit(transaction.changes)
      lastTimestamp = transaction.timestamp
      notify(transaction)
      return transaction
    },
    beforeCommit: (hook) => {
      hooks.push(hook)
    },
    afterCommit(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    close: () => database.close(),
  }
}

function checkTypes(changes: readonly Change[], types: readonly string[] | undefined): void {
  const foreign = changes
    .flatMap(({ before, after }) => [before?._type, after?._type])
    .find((type) => type !== undefined && types?.includes(type) === false)
  if (foreign !== undefined)
    throw lakeErrors.forbidden(`Your role may not change documents of the type “${foreign}”`)
}

function createTransactionId(): string {
  return randomBytes(16).toString('base64url')
}
