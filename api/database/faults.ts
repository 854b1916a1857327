import postgres from 'postgres'

/**
 * Postgres classes 08 (connection), 40 (deadlock, serialization), 53 (resources), 57 (shutdown, statement timeout),
 * 55P03 (lock timeout), 25006 (read-only standby).
 */
const passing = /^(08...|40...|53...|57...|55P03|25006)$/

/** Postgres classes 21 (a row twice), 22 (data), 23 (constraints), 54 (limits): the values are at fault. */
const ofValues = /^(21|22|23|54)...$/

/** Codes of Node's sockets and of postgres.js for a server that is not there. */
const lostConnection =
  /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONN\w+|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EACCES)$/

/** Whether the database is away or too busy, rather than our statement wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return passing.test(error.code)
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' && lostConnection.test(code)
}

/** Whether the database refuses the values that it was given: the same statement would fail again. */
export function isRefusedValue(error: unknown): error is postgres.PostgresError {
  return error instanceof postgres.PostgresError && ofValues.test(error.code)
}

/** Why the database refuses a document's values. For its editor alone: it may quote them. */
export function describeRefusal({ code, message }: postgres.PostgresError): string {
  return `the database refuses this document: ${message.slice(0, 200)} (${code})`
}

/**
 * What may stand in a log of an error that the database reported, or undefined for any other error. `detail` quotes
 * the failing row, and a message may quote a value: both could hold somebody's contact, so neither is among it.
 */
export function describeDatabaseError(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  const { name, code, routine, table_name: table, constraint_name: constraint } = error
  return { name, code, routine, table, constraint, stack: error.stack?.replace(error.message, '(left out)') }
}

/**
 * Whether an error that nobody caught is one that nobody could, and nobody has to: postgres.js (3.4.9) does two things
 * of its own on a connection, and when the connection is lost just then, they fail beside what was asked for, which is
 * rejected as well (connection.js). One is the ROLLBACK of a transaction, written to a socket that is no more
 * (nextWrite). The other is what a new connection asks first (fetchArrayTypes).
 */
export function isLeftByLostConnection(error: unknown): boolean {
  const { name, stack, query } = Object(error) as { name?: unknown; stack?: unknown; query?: unknown }
  if (name === 'TypeError')
    return /at Immediate\.nextWrite \(.*\/postgres\/src\/connection\.js/.test(String(stack))
  return isDatabaseAway(error) && /^\s*select b\.oid, b\.typarray\s/.test(String(query))
}
