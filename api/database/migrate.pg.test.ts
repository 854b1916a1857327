import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmptyDatabase, openTestDatabase } from '../tests/database.ts'
import { describeSchema } from '../tests/describe-schema.ts'
import { migrate, migrationsFolder, readMigrations } from './migrate.ts'

const run = promisify(execFile)

/** Copies the migrations to a folder that the test may modify. */
async function copyMigrations(): Promise<{
  folder: URL
  write: (name: string, text: string) => Promise<void>
}> {
  const path = await mkdtemp(join(tmpdir(), 'founderlist-migrations-'))
  onTestFinished(() => rm(path, { recursive: true }))
  await cp(migrationsFolder, path, { recursive: true })
  return { folder: pathToFileURL(`${path}/`), write: (name, text) => writeFile(join(path, name), text) }
}

async function nextName(phrase: string): Promise<string> {
  const { length } = await readMigrations()
  return `${String(length + 1).padStart(4, '0')}_${phrase}.sql`
}

describe('migrate', () => {
  it('creates the schema of the committed snapshot', async () => {
    const { sql } = await openTestDatabase()
    await expect(await describeSchema(sql)).toMatchFileSnapshot('./schema.snapshot.txt')
  })

  it('applies each file once, in order', async () => {
    const { sql } = await openEmptyDatabase()
    const names = (await readMigrations()).map(({ name }) => name)
    expect(await migrate(sql)).toEqual(names)
    expect(await migrate(sql)).toEqual([])
    const rows = await sql<Array<{ name: string }>>`select name from migrations order by number`
    expect(rows.map(({ name }) => name)).toEqual(names)
  })

  it('applies each file once when several processes start at the same time', async () => {
    const { sql, url } = await openEmptyDatabase()
    const script = `
      const { migrate } = await import(${JSON.stringify(import.meta.resolve('./migrate.ts'))})
      const { openDatabase } = await import(${JSON.stringify(import.meta.resolve('./open.ts'))})
      const sql = openDatabase(process.argv[1])
      console.log(JSON.stringify(await migrate(sql)))
      await sql.end()`
    const start = () => run(process.execPath, ['--input-type=module', '-e', script, url])
    const outputs = await Promise.all([start(), start(), start()])
    const applied = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[])
    expect(applied).toEqual((await readMigrations()).map(({ name }) => name))
    expect(await sql`select from migrations`).toHaveLength(applied.length)
  })

  it('refuses an edited file and names it', async () => {
    const { sql } = await openTestDatabase()
    const { folder, write } = await copyMigrations()
    const [first] = await readMigrations()
    await write(first?.name ?? '', `${first?.text}\n-- edited`)
    await expect(migrate(sql, folder)).rejects.toThrow(`${first?.name} was edited after it was applied`)
  })

  it('refuses a database with an applied file that this version does not have, and names the file', async () => {
    const { sql } = await openTestDatabase()
    const name = await nextName('create_more')
    const { folder, write } = await copyMigrations()
    await write(name, 'create table more (id integer)')
    await migrate(sql, folder)
    await expect(migrate(sql)).rejects.toThrow(
      `${name} was applied to this database, but this version does not have it`,
    )
  })

  it.each([
    ['0099_create_gap.sql', '0099_create_gap.sql should be number'],
    ['0001_create_twin.sql', 'each number must be used once, with no gaps'],
    ['notes.txt', 'notes.txt must be named like a migration'],
    ['1_short.sql', '1_short.sql must be named like a migration'],
  ])('refuses the file %s and names it', async (name, message) => {
    const { sql } = await openEmptyDatabase()
    const { folder, write } = await copyMigrations()
    await write(name, 'select 1')
    await expect(migrate(sql, folder)).rejects.toThrow(message)
    expect(await sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0)
  })

  it('rolls back a failing file as a whole, keeps the earlier ones, and continues once it is fixed', async () => {
    const { sql } = await openEmptyDatabase()
    const { folder, write } = await copyMigrations()
    const name = await nextName('create_half')
    await write(name, 'create table half (id integer); select nonsense;')
    await expect(migrate(sql, folder)).rejects.toThrow(`${name} failed: column "nonsense" does not exist`)
    expect(await sql`select from pg_tables where tablename = 'half'`).toHaveLength(0)
    expect(await sql`select from migrations`).toHaveLength((await readMigrations()).length)
    await write(name, 'create table half (id integer)')
    expect(await migrate(sql, folder)).toEqual([name])
  })

  it('says what to do if the role may not create the extension that search needs', async () => {
    const { sql } = await openEmptyDatabase()
    const [names] = await sql<[{ database: string; role: string }]>`
      select current_database() as database, current_user as role
    `
    await sql`revoke create on database ${sql(names.database)} from ${sql(names.role)}`
    await expect(migrate(sql)).rejects.toThrow(
      /^0007_search_listings_and_events\.sql failed: search needs the extension pg_trgm: let a superuser run/,
    )
    await sql`grant create on database ${sql(names.database)} to ${sql(names.role)}`
    expect(await migrate(sql)).toContain('0007_search_listings_and_events.sql')
  })

  it('does not change the timeouts of the pool', async () => {
    const { sql } = await openEmptyDatabase()
    await migrate(sql)
    const rows = await Promise.all(Array.from({ length: 10 }, () => sql`show statement_timeout`))
    expect(new Set(rows.map(([row]) => row?.['statementTimeout'] as string))).toEqual(new Set(['5s']))
  })
})

describe('the schema', () => {
  it('rejects a password that is not a hash', async () => {
    const { sql } = await openTestDatabase()
    const insert = (password: string) =>
      sql`insert into users (username, password) values ('ada', ${password})`
    await expect(insert('secret')).rejects.toThrow('users_password_check')
    await insert('$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA')
    await expect(insert('$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA')).rejects.toThrow('users_username_key')
  })

  it('creates the same slugs as the catalogue', async () => {
    const { sql } = await openTestDatabase()
    const { catalogue, toSlug } = await import('#domain/listings/catalogue.ts')
    const names = catalogue.flatMap(({ name, subcategories }) => [
      name,
      ...subcategories.map((each) => each.name),
    ])
    const rows = await sql<Array<{ name: string; slug: string }>>`
      select name, slug(name) from unnest(${names}::text[]) as name
    `
    for (const { name, slug } of rows) expect(slug).toBe(toSlug(name).toLowerCase())
  })
})
