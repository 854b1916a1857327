import { randomBytes } from 'node:crypto'
import { formatError, lakeErrors, log } from '../errors.ts'
import { findSequence, listTransactions } from '../history/statements.ts'
import { WorkingCopy } from '../mutations/apply.ts'
import { mutationErrors } from '../mutations/errors.ts'
import { checkReferences } from '../mutations/references.ts'
import { Documents } from './documents.ts'
import { openDatabase, prepareInsertTransaction } from './open-database.ts'
import type { Change, MutationOutcome, Transaction, TransactionListener, TransactRequest } from './types.ts'

/** Transaction ids are part of event ids and URLs. */
const transactionIdPattern = /^[\w.-]{1,128}$/

/** Opens the dataset of a folder. `expected` and the errors are those of `openDatabase`. */
export function openStore(folder: string, expected?: string) {
  const { database, id: lakeId, rows } = openDatabase(folder, expected)
  const documents = new Documents(rows)
  const insertTransaction = prepareInsertTransaction(database)
  const hooks: TransactionListener[] = []
  const listeners = new Set<TransactionListener>()
  let lastTimestamp = listTransactions(database, { newestFirst: true, limit: 1 })[0]?.timestamp ?? ''

  function prepare(request: TransactRequest): Transaction & { outcomes: MutationOutcome[] } {
    const id = request.transactionId ?? createTransactionId()
    if (!transactionIdPattern.test(id))
      throw mutationErrors.malformed(
        'A transaction ID has 1 to 128 characters of A-Z, a-z, 0-9, "_", "-" and "."',
      )
    if (findSequence(database, id) !== undefined) throw mutationErrors.transactionExists(id)
    // Timestamps never decrease, even if the clock is set back.
    const time = new Date().toISOString()
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
        log(formatError(error))
      }
    }
  }

  return {
    /** Other modules have their own tables in it. */
    database,
    /** Random; made with the file and kept by its copies. */
    lakeId,
    get: (id: string) => documents.get(id),
    /** All documents, drafts and versions included, from memory. Do not modify them. */
    all: () => documents.all(),
    /**
     * Applies the mutations as one transaction, which is on disk when this returns. Throws LakeError 400 or 409; then
     * nothing has changed.
     */
    transact(request: TransactRequest) {
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
    /** Runs inside the SQLite transaction; if it throws, the transaction is rolled back. */
    beforeCommit: (hook: TransactionListener) => void hooks.push(hook),
    /** Runs when the transaction is on disk; errors are only logged. Returns a function that stops it. */
    afterCommit(listener: TransactionListener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
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
