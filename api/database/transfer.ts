import { hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Sql, TransactionSql } from 'postgres'
import { readVersion } from '../runtime/checkout.ts'
import { errorReason, OperatorError } from '../runtime/operator.ts'
import { lastSquashed, migrate, migrationsFolder, readMigrations } from './migrate.ts'

/** Tables that are not exported, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  migrations: 'the import applies them',
  search_words: 'the import collects them from the texts',
  left_words: 'words that search_words may forget',
  deploy_calls: 'the last call of this installation’s deploy hook',
  write_probes: 'always empty',
}
const batchSize = 200

/** `identity` numbers the rows. Files of earlier versions lack the numbers: those rows are numbered anew, in the same order. */
type Table = { name: string; columns: string[]; identity: string | null }
/** Files of earlier versions have no `zone`: their times are of an unknown one. */
type Header = { migration: string; version: string; commit: string; zone?: 'UTC' }
/** `digest` does not depend on the order of the rows. */
type Summary = Record<string, { rows: number; digest: string }>
type Line = Header | { table: string; row: object } | { rows: number }

/**
 * Writes a snapshot of all tables but `leftOut` as gzipped JSON lines. The file appears when complete, and only its owner
 * may read it: it contains contacts, and the keys that hide networks. Throws OperatorError.
 */
export async function exportData(sql: Sql, file: string): Promise<{ migration: string; tables: Summary }> {
  const draft = `${file}.${process.pid}.part`
  let migration = ''
  let tables: Summary = {}
  async function* write(transaction: TransactionSql) {
    migration = await findMigration(transaction)
    yield toLine({ migration, ...(await readVersion()), zone: 'UTC' })
    const all = await listTables(transaction)
    const digests = new Digests(all)
    for (const table of all) {
      for await (const page of readRows(transaction, table)) {
        for (const row of page) digests.add(table.name, row)
        yield page.map((row) => toLine({ table: table.name, row })).join('')
      }
    }
    tables = digests.read()
    yield toLine({ rows: countRows(tables) })
  }
  try {
    await sql.begin('isolation level repeatable read read only', (transaction) =>
      pipeline(write(transaction), createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600 })),
    )
    await rename(draft, file)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`The data could not be exported to ${file}: ${errorReason(error)}`, {
      cause: error,
    })
  } finally {
    await rm(draft, { force: true })
  }
  return { migration, tables }
}

/**
 * Reads a file of `exportData`, also one of an earlier version, into an empty database: creates the schema of the file,
 * imports the rows in one transaction, which compares them with the file, then applies the later migrations. Throws
 * OperatorError.
 */
export async function importData(sql: Sql, file: string, folder = migrationsFolder): Promise<Summary> {
  const header = await readHeader(file)
  const { migration: named, version, commit } = header
  const known = await readMigrations(folder)
  const migration = named === lastSquashed ? (known[0]?.name ?? named) : named
  if (!known.some(({ name }) => name === migration))
    throw new OperatorError(
      `${file} was exported by another version (${version}, commit ${commit}) at migration ${migration}, which this version does not have: import it with that version`,
    )
  await migrate(sql, folder, { last: migration })
  const tables = await importRows(sql, file, { ...header, migration })
  await migrate(sql, folder)
  return tables
}

export function countRows(tables: Summary): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
}

async function importRows(sql: Sql, file: string, { migration, zone }: Header): Promise<Summary> {
  return sql.begin(async (transaction) => {
    const here = await findMigration(transaction)
    if (here !== migration)
      throw new OperatorError(
        `The database is at migration ${here}, and ${file} was exported at ${migration}: import it into a newly created database`,
      )
    const tables = await listTables(transaction)
    await assertEmpty(transaction, tables)
    const digests = new Digests(tables)
    const columns = new Map<string, string[]>()
    let isComplete = false
    let waiting: Array<{ table: string; row: object }> = []
    async function insert() {
      const [first] = waiting
      const table = tables.find(({ name }) => name === first?.table)
      if (first && !table) throw new OperatorError(`This database has no table ${first.table}`)
      if (!table) return
      const given = table.columns.filter((column) => waiting.every(({ row }) => column in row))
      const list = given.map((column) => `"${column}"`).join()
      await transaction.unsafe(
        `insert into "${table.name}" (${list}) overriding system value select ${list} from json_populate_recordset(null::"${table.name}", $1::text::json)`,
        [JSON.stringify(waiting.map(({ row }) => row))],
      )
      if (!columns.has(table.name)) columns.set(table.name, given)
      for (const { row } of waiting) digests.add(table.name, row)
      waiting = []
    }
    for await (const line of readLines(file)) {
      if ('migration' in line) continue
      if ('rows' in line) {
        await insert()
        isComplete = line.rows === countRows(digests.read())
      } else {
        if (waiting.length === batchSize || (waiting[0] && waiting[0].table !== line.table)) await insert()
        waiting.push(line)
      }
    }
    if (!isComplete) throw new OperatorError(`${file} is incomplete`)
    const given = tables.map((table) => ({ ...table, columns: columns.get(table.name) ?? table.columns }))
    await compareRows(transaction, given, { file, digests: digests.read(), isExact: zone === 'UTC' })
    for (const { name, identity } of tables.filter((table) => table.identity !== null))
      await transaction.unsafe(
        `select setval(pg_get_serial_sequence('"${name}"', '${identity}'), coalesce(max("${identity}"), 0) + 1, false) from "${name}"`,
      )
    return digests.read()
  })
}

/** Reads the imported rows. Throws OperatorError if they are not those of the file. */
async function compareRows(
  sql: TransactionSql,
  tables: Table[],
  { file, digests, isExact }: { file: string; digests: Summary; isExact: boolean },
): Promise<void> {
  const found = new Digests(tables)
  for (const table of tables)
    for await (const page of readRows(sql, table)) for (const row of page) found.add(table.name, row)
  const imported = found.read()
  const differs = tables.find(({ name }) => {
    const [there, here] = [digests[name], imported[name]]
    return isExact ? there?.digest !== here?.digest : there?.rows !== here?.rows
  })
  if (differs)
    throw new OperatorError(
      `The rows of ${differs.name} in the database are not those of ${file}, and nothing was imported`,
    )
}

/** Times are in UTC, so that they are the same texts in each installation. */
async function* readRows(sql: TransactionSql, { name, columns, identity }: Table) {
  await sql`set local time zone 'UTC'`
  const list = columns.map((column) => `"${column}"`).join()
  const order = identity === null ? '' : `order by "${identity}"`
  const query = sql.unsafe<Array<{ row: object }>>(
    `select row_to_json(r) as row from (select ${list} from "${name}" ${order}) as r`,
  )
  for await (const page of query.cursor(batchSize)) yield page.map(({ row }) => row)
}

/** Adds up the hashes of the rows of each table. */
class Digests {
  private readonly tables: Map<string, { rows: number; sum: bigint }>

  constructor(tables: readonly Table[]) {
    this.tables = new Map(tables.map(({ name }) => [name, { rows: 0, sum: 0n }]))
  }

  add(table: string, row: object): void {
    const { rows, sum } = this.tables.get(table) ?? { rows: 0, sum: 0n }
    const added = BigInt(`0x${hash('sha256', JSON.stringify(row))}`)
    this.tables.set(table, { rows: rows + 1, sum: BigInt.asUintN(256, sum + added) })
  }

  read(): Summary {
    const toDigest = (sum: bigint) => sum.toString(16).padStart(64, '0')
    const summaries = [...this.tables].map(([table, { rows, sum }]) => [
      table,
      { rows, digest: toDigest(sum) },
    ])
    return Object.fromEntries(summaries) as Summary
  }
}

/** `columns` can be inserted: none is generated. */
async function listTables(sql: TransactionSql): Promise<Table[]> {
  return sql<Table[]>`
    select
      c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
      max(a.attname::text) filter (where a.attidentity <> '') as identity
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (${Object.keys(leftOut)})
    group by c.relname
    order by c.relname
  `
}

/** The last applied migration. Throws OperatorError for an empty database. */
async function findMigration(sql: TransactionSql): Promise<string> {
  const [table] = await sql`select where to_regclass('migrations') is not null`
  const [row] = table
    ? await sql<Array<{ name: string }>>`select name from migrations order by number desc limit 1`
    : []
  if (!row)
    throw new OperatorError('The database is empty: set DATABASE_URL or DATA_DIR to those of your site')
  return row.name
}

async function assertEmpty(sql: TransactionSql, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    await sql`lock table ${sql(name)} in exclusive mode`
    const found = await sql`select from ${sql(name)} limit 1`
    if (found.length > 0)
      throw new OperatorError(`The database is not empty: it has ${name}. Import into an empty one`)
  }
}

function toLine(line: Line): string {
  return `${JSON.stringify(line)}\n`
}

async function readHeader(file: string): Promise<Header> {
  for await (const line of readLines(file)) {
    if ('migration' in line) return line
    break
  }
  throw new OperatorError(`${file} was not written by data:export`)
}

async function* readLines(file: string): AsyncGenerator<Line> {
  let rest = ''
  const decoder = new TextDecoder()
  const unpacked = createGunzip()
  const reading = pipeline(createReadStream(file), unpacked)
  // Ends the loop below when the file cannot be opened.
  reading.catch((error: Error) => unpacked.destroy(error))
  try {
    for await (const chunk of unpacked) {
      // Not readline, which also splits at U+2028; JSON may contain that.
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as Line
    }
    await reading
  } catch (cause) {
    throw new OperatorError(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
}
