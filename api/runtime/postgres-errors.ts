import postgres from 'postgres'

/** Temporary: connection, deadlock, serialization, resources, shutdown, statement or lock timeout, standby. */
const transientCodes = /^(08...|40...|53...|57...|55P03|25006)$/

/** The values are at fault: duplicate rows, data, constraints, limits. */
const valueErrorCodes = /^(21|22|23|54)...$/

/** Codes of Node's sockets and of postgres.js. */
const connectionCodes =
  /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONN\w+|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EACCES)$/

/** Whether the database is unavailable or too busy, as opposed to a fault in our statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return transientCodes.test(error.code)
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' && connectionCodes.test(code)
}

/** Whether the database refuses the values: the same statement would fail again. */
export function isRefusedValue(error: unknown): error is postgres.PostgresError {
  return error instanceof postgres.PostgresError && valueErrorCodes.test(error.code)
}

/** Whether the database answers, but cannot write: disk full, read-only, no permission, an error of the system. */
export function isRefusedWrite(error: unknown): error is postgres.PostgresError {
  return error instanceof postgres.PostgresError && /^(53100|25006|42501|58...|XX...)$/.test(error.code)
}

/** For the document's editor only: the message may quote values. */
export function describeRefusal({ code, message }: postgres.PostgresError): string {
  return `the database refuses this document: ${message.slice(0, 200)} (${code})`
}

/**
 * A database error for the log, undefined for other errors. Without `detail` and `message`, which may quote a
 * listing's contact.
 */
export function describeDatabaseError(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  const { name, code, routine, table_name: table, constraint_name: constraint } = error
  return { name, code, routine, table, constraint, stack: error.stack?.replace(error.message, '(left out)') }
}

/**
 * Whether an uncaught error is a harmless one of postgres.js (3.4.9, connection.js). When a connection is lost, the
 * query rejects, and in addition the driver's own statement fails where nobody can catch it: the ROLLBACK of a
 * transaction (nextWrite) or the first query of a new connection (fetchArrayTypes).
 */
export function isStrayConnectionError(error: unknown): boolean {
  const { name, stack, query } = Object(error) as { name?: unknown; stack?: unknown; query?: unknown }
  if (name === 'TypeError')
    return /at Immediate\.nextWrite \(.*\/postgres\/src\/connection\.js/.test(String(stack))
  return isDatabaseUnavailable(error) && /^\s*select b\.oid, b\.typarray\s/.test(String(query))
}
