import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmptyDatabase, openTestDatabase } from '../tests/database.ts'
import { describeSchema } from '../tests/describe-schema.ts'
import { insertEvent } from '../tests/events.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { squashedChecksums } from '../tests/squashed-checksums.ts'
import { firstNumber, migrate, migrationsFolder, readMigrations } from './migrate.ts'
import { type Database, openDatabase } from './open.ts'

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

/** In a process of its own. */
function runMigrate(url: string) {
  const script = `
    const { migrate } = await import(${JSON.stringify(import.meta.resolve('./migrate.ts'))})
    const { openDatabase } = await import(${JSON.stringify(import.meta.resolve('./open.ts'))})
    const sql = openDatabase(process.argv[1])
    console.log(JSON.stringify(await migrate(sql)))
    await sql.end()`
  const output = run(process.execPath, ['--input-type=module', '-e', script, url])
  return { output, child: output.child }
}

async function nextName(phrase: string): Promise<string> {
  const { length } = await readMigrations()
  return `${String(firstNumber + length).padStart(4, '0')}_${phrase}.sql`
}

/** The rows that an earlier version left. */
async function recordSquashed(sql: Database, count: number): Promise<void> {
  await sql`delete from migrations`
  const rows = squashedChecksums
    .slice(0, count)
    .map((checksum, index) => ({ number: index + 1, name: `old_${index + 1}`, checksum }))
  await sql`insert into migrations ${sql(rows)}`
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
    const start = () => runMigrate(url).output
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

  it('fault 73: refuses a database with an applied file that this version does not have, and names the file', async () => {
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
    ['0028_create_twin.sql', 'each number must be used once, with no gaps'],
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

  it('gives way to a transaction that holds a lock, and tries again; says what to do if it never ends', async () => {
    const { sql } = await openTestDatabase()
    const { folder, write } = await copyMigrations()
    const name = await nextName('extend_events')
    await write(name, 'create table more (id integer); alter table events add column more text')
    const holder = await sql.reserve()
    await holder.unsafe('begin; lock table events in access share mode')
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    await expect(migrate(sql, folder, { lockTimeout: 1, log })).rejects.toThrow(
      `${name} failed: canceling statement due to lock timeout; end the long transactions in pg_stat_activity`,
    )
    expect(lines).toHaveLength(5)
    expect(await sql`select from pg_tables where tablename = 'more'`).toHaveLength(0)

    const freesEvents = (line: string) => {
      log(line)
      void holder.unsafe('rollback').execute()
    }
    expect(await migrate(sql, folder, { lockTimeout: 500, log: freesEvents })).toEqual([name])
    expect(lines.slice(5)).not.toEqual([])
    holder.release()
  })

  it('fault 73: goes on after a process was killed within a migration', async () => {
    const { sql, url } = await openEmptyDatabase()
    const [first, second, ...later] = (await readMigrations()).map(({ name }) => name)
    await migrate(sql, migrationsFolder, { last: second })
    const holder = await sql.reserve()
    await holder.unsafe('begin; lock table listings in access share mode')
    const { output, child } = runMigrate(url)
    const waiting = () => sql`
      select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and not granted
    `
    await expect.poll(waiting, pollOptions).toHaveLength(1)
    child.kill('SIGKILL')
    await expect(output).rejects.toMatchObject({ signal: 'SIGKILL' })
    await holder.unsafe('rollback')
    holder.release()
    expect(await sql`select name from migrations`).toEqual([{ name: first }, { name: second }])
    expect(await migrate(sql)).toEqual(later)
  })

  it('fault 73: builds an index concurrently, and builds it anew after it was interrupted', async () => {
    const { sql, url } = await openTestDatabase()
    const { folder, write } = await copyMigrations()
    const name = await nextName('index_events')
    await write(name, '-- For lists.\ncreate unique index concurrently events_doubled on events ((true));')
    const isValid = () =>
      sql`select indisvalid as is from pg_index where indexrelid = to_regclass('events_doubled')`
    for (const title of ['one', 'other']) await insertEvent(sql, { title })
    await expect(migrate(sql, folder)).rejects.toThrow(`${name} failed: could not create unique index`)
    expect(await isValid()).toEqual([{ is: false }])
    await sql`delete from events`
    // Two processes: neither waits for the other in a statement, which a concurrent build would wait for.
    const other = openDatabase(url)
    onTestFinished(() => other.end({ timeout: 1 }))
    const applied = await Promise.all([migrate(sql, folder), migrate(other, folder)])
    expect(applied.flat()).toEqual([name])
    expect(await isValid()).toEqual([{ is: true }])
  })

  it('says what to do if the role may not create the extension that search needs', async () => {
    const { sql } = await openEmptyDatabase()
    const [names] = await sql<[{ database: string; role: string }]>`
      select current_database() as database, current_user as role
    `
    await sql`revoke create on database ${sql(names.database)} from ${sql(names.role)}`
    await expect(migrate(sql)).rejects.toThrow(
      /^0028_create_schema\.sql failed: search needs the extension pg_trgm: let a superuser run/,
    )
    await sql`grant create on database ${sql(names.database)} to ${sql(names.role)}`
    expect(await migrate(sql)).toContain('0028_create_schema.sql')
  })

  it('goes on from a database with all the squashed migrations', async () => {
    const { sql } = await openEmptyDatabase()
    const [first, ...later] = (await readMigrations()).map(({ name }) => name)
    await migrate(sql, migrationsFolder, { last: first })
    await recordSquashed(sql, squashedChecksums.length)
    expect(await migrate(sql, migrationsFolder, { last: first })).toEqual([])
    expect(await migrate(sql)).toEqual(later)
    expect(await migrate(sql)).toEqual([])
  })

  it.each(['0028_create_schema.sql', '0029_count_requests_in_one_table.sql'])(
    'fault 73: keeps every listing with its state, every counted request and the grants of %s',
    async (version) => {
      const { sql } = await openEmptyDatabase()
      await migrate(sql, migrationsFolder, { last: '0028_create_schema.sql' })
      const counts = { contact_views: 'contacts', wrong_tokens: 'wrongTokens', calendar_changes: 'calendars' }
      const kinds = {
        accepted_posts: 'posts',
        accepted_edits: 'edits',
        accepted_reports: 'reports',
        ...counts,
      }
      for (const table of Object.keys(kinds)) await sql`insert into ${sql(table)} values (${table}, now())`
      await migrate(sql, migrationsFolder, { last: version })
      const columns = sql`
        id, category, subcategory, title, description, contact, location, details, created_at, expires_at,
        manage_token_hash, post_key_hash
      `
      const values = (title: string, expiresAt = '2199-01-01Z') => sql`
        gen_random_uuid(), 'housing', 'rooms shared', ${title}, 'Quiet.', 'room@example.org', 'SF', '{"price": 5}'::jsonb,
        now(), ${expiresAt}::timestamptz, sha256(${title}), ${title}::bytea
      `
      await sql`insert into listings (${columns}) values (${values('shown')}), (${values('expired', '2025-01-01Z')})`
      await sql`
        insert into withheld_listings (
          ${columns}, state, withheld_by, reason, withheld_at, show_at, erase_at, dispute, disputed_at
        )
        values
          (${values('held')}, 'held', 'filter', null, now(), now(), null, null, null),
          (${values('hidden')}, 'hidden', 'reports', 'scam', now(), null, null, 'Why?', now()),
          (${values('removed')}, 'removed', 'team', 'scam', now(), null, now(), null, null),
          (${values('', '2025-01-01Z')}, 'removed', 'team', null, now(), null, null, null, null)
      `
      await sql`grant select, update (title) on listings to public`
      const earlier = await sql`
        select to_jsonb(l) - '{title_form,search,category_slug,subcategory_slug}'::text[] as row from listings as l
        union all
        select to_jsonb(w) from withheld_listings as w
      `
      await migrate(sql)
      expect(await sql`select to_jsonb(l) as row from all_listings as l`).toMatchObject(earlier)
      expect(await sql`select title from all_listings where state = 'shown'`).toHaveLength(2)
      expect(await sql`select title from listings`).toEqual([{ title: 'shown' }, { title: 'expired' }])
      const counted = await sql<
        Array<{ network: string; kind: string }>
      >`select network, kind from counted_requests`
      expect(Object.fromEntries(counted.map(({ network, kind }) => [network, kind]))).toEqual(kinds)
      const grants = await sql`
        select name || ' ' || what as what
        from unnest(array['listings', 'all_listings']) as name, unnest(array['insert', 'select', 'update']) as what
        where has_any_column_privilege('public', name, what)
      `
      expect(grants).toEqual([{ what: 'listings select' }, { what: 'listings update' }])
    },
  )

  it('refuses a database with a part of the squashed migrations and says what to do', async () => {
    const { sql } = await openTestDatabase()
    await recordSquashed(sql, 20)
    await expect(migrate(sql)).rejects.toThrow(
      'The database is at old_20, and this version continues from 0028_lock_wider_networks.sql: start the previous version once, then this one',
    )
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
