import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Sql, TransactionSql } from 'postgres'
import { OperatorError } from '../runtime/operator.ts'

/** Not exported: filled by migrations, by triggers, by the site's own deploy hook, or by each starting server. */
const excludedTables = ['migrations', 'search_words', 'left_words', 'deploy_calls', 'pseudonym_keys']
const batchSize = 200

type Table = { name: string; columns: string[] }
type Line = { migration: string } | { table: string; row: object } | { rows: number }

/**
 * Writes a snapshot of all rows as gzipped JSON lines and returns their number. The file appears when complete, and
 * only its owner may read it: it contains contacts.
 */
export async function exportData(sql: Sql, file: string): Promise<number> {
  const draft = `${file}.${process.pid}.part`
  let rows = 0
  async function* write(transaction: TransactionSql) {
    yield toLine({ migration: await findMigration(transaction) })
    for (const { name, columns } of await listTables(transaction)) {
      const list = columns.map((column) => `"${column}"`).join()
      const query = transaction.unsafe<Array<{ row: object }>>(
        `select row_to_json(r) as row from (select ${list} from "${name}") as r`,
      )
      for await (const page of query.cursor(batchSize)) {
        rows += page.length
        yield page.map(({ row }) => toLine({ table: name, row })).join('')
      }
    }
    yield toLine({ rows })
  }
  try {
    await sql.begin('isolation level repeatable read read only', (transaction) =>
      pipeline(write(transaction), createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600 })),
    )
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
  return rows
}

/**
 * Reads a file of `exportData` into an empty database with the same migrations, in one transaction. Returns the number
 * of rows. Throws OperatorError.
 */
export async function importData(sql: Sql, file: string): Promise<number> {
  return sql.begin(async (transaction) => {
    const tables = await listTables(transaction)
    await assertEmpty(transaction, tables)
    let rows = 0
    let isComplete = false
    let waiting: Array<{ table: string; row: object }> = []
    async function insert() {
      const [first] = waiting
      const table = tables.find(({ name }) => name === first?.table)
      if (first && !table) throw new OperatorError(`This database has no table ${first.table}`)
      if (!table) return
      const list = table.columns.map((column) => `"${column}"`).join()
      await transaction.unsafe(
        `insert into "${table.name}" (${list}) select ${list} from json_populate_recordset(null::"${table.name}", $1::text::json)`,
        [JSON.stringify(waiting.map(({ row }) => row))],
      )
      rows += waiting.length
      waiting = []
    }
    for await (const line of readLines(file)) {
      if ('migration' in line) {
        const here = await findMigration(transaction)
        if (line.migration !== here)
          throw new OperatorError(
            `${file} was exported at migration ${line.migration}, but this version is at ${here}`,
          )
      } else if ('rows' in line) {
        await insert()
        isComplete = line.rows === rows
      } else {
        if (waiting.length === batchSize || (waiting[0] && waiting[0].table !== line.table)) await insert()
        waiting.push(line)
      }
    }
    if (!isComplete) throw new OperatorError(`${file} is incomplete`)
    return rows
  })
}

/** The columns that can be inserted: neither generated nor identity columns. */
async function listTables(sql: TransactionSql): Promise<Table[]> {
  return sql<Table[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (${excludedTables})
      and a.attgenerated = '' and a.attidentity = ''
    group by c.relname
    order by c.relname
  `
}

async function findMigration(sql: TransactionSql): Promise<string> {
  const [row] = await sql<Array<{ name: string }>>`
    select name from migrations order by number desc limit 1
  `
  return row?.name ?? 'none'
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
