import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import type { PostedListing } from '#domain/listings/listing.ts'
import { readVersion } from '../runtime/checkout.ts'
import { openEmptyDatabase, openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { manage, postOne } from '../tests/manage.ts'
import { change, report, requestDesk } from '../tests/moderate.ts'
import { runCommand } from '../tests/server-process.ts'
import { listingInput, post, serveOver } from '../tests/serve.ts'
import { firstNumber, lastSquashed, migrate, migrationsFolder, readMigrations } from './migrate.ts'
import { connect } from './open.ts'
import { countRows, exportData, importData, leftOut } from './transfer.ts'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-transfer-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const makeFile = async () => join(await makeFolder(), 'data.json.gz')

async function openPlain() {
  const { url } = await openTestDatabase()
  const sql = connect(url, { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end({ timeout: 1 }))
  return { sql, url }
}

it('copies all data to another database, which then gives the same answers and accepts the same manage tokens', async () => {
  const from = await openTestDatabase()
  // Inserted before serving starts: the calendar picks up later events with a delay.
  for (let count = 0; count < 250; count += 1)
    await insertEvent(from.sql, { title: `Event ${count}`, topics: ['AI'] })
  const { base } = await serveOver(from)
  const posted = await postOne(base, { title: 'Größe \u2028 "quoted" \\ 👩🏽‍🚀', description: 'a\n\tb' })
  const readAll = async (address: string) => {
    const paths = [`/api/listings/${posted.id}`, '/api/listings/category/housing', '/api/events']
    return Promise.all(paths.map(async (path) => (await fetch(address + path)).text()))
  }
  const before = await readAll(base)

  const file = await makeFile()
  expect(await runCommand('data.ts', ['export', file], { DATABASE_URL: from.url })).toMatchObject({
    code: 0,
    stdout: `257 rows written to ${file}\n`,
    stderr: expect.stringMatching(/^Left out: .*search_words \(.*the content of the Studio/) as string,
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const to = await openTestDatabase()
  expect(await runCommand('data.ts', ['import', file], { DATABASE_URL: to.url })).toMatchObject({
    code: 0,
    stdout: `257 rows read from ${file}\n`,
  })

  const { base: moved } = await serveOver(to)
  expect(await readAll(moved)).toEqual(before)
  expect((await manage(moved, ['GET', posted.id], posted.manageToken)).status).toBe(200)
  const found = await fetch(`${moved}/api/search?q=qouted`)
  expect(((await found.json()) as { listings: { results: unknown[] } }).listings.results).toHaveLength(1)
})

it.each([
  ['a truncated file', (bytes: Buffer) => bytes.subarray(0, -20), /unexpected end of file/],
  [
    'a file without its last line',
    (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().split('\n').slice(0, -2).join('\n') + '\n'),
    /is incomplete/,
  ],
  [
    'a file of another program',
    () => gzipSync('{"table":"events","row":{}}\n'),
    /was not written by data:export/,
  ],
  [
    'a row that violates a constraint',
    (bytes: Buffer) =>
      gzipSync(gunzipSync(bytes).toString().replace('https://example.org', 'ftp://example.org')),
    /events_url_is_web_address/,
  ],
])('imports nothing from %s and says why', async (_what, damage, reason) => {
  const { sql } = await openPlain()
  for (let count = 0; count < 3; count += 1) await insertEvent(sql, { topics: ['AI'] })
  const file = await makeFile()
  await exportData(sql, file)
  await writeFile(file, damage(await readFile(file)))
  const to = await openPlain()
  await expect(importData(to.sql, file)).rejects.toThrow(reason)
  expect(await to.sql`select from events`).toHaveLength(0)
})

it('refuses to import into a database that is not empty', async () => {
  const { sql, url } = await openPlain()
  await insertEvent(sql)
  const file = await makeFile()
  await exportData(sql, file)
  expect(await runCommand('data.ts', ['import', file], { DATABASE_URL: url })).toMatchObject({
    code: 1,
    stderr: 'The database is not empty: it has events. Import into an empty one\n',
  })
  expect(await sql`select from events`).toHaveLength(1)
})

it('fault 83: bans, reports and known spam go on working after export, import, start elsewhere', async () => {
  const settings = { filter: 'on' as const, trustedProxies: ['127.0.0.1'] }
  const database = await openTestDatabase()
  const { base } = await serveOver(database, settings)
  const from = (address: string) => ({ 'X-Forwarded-For': `10.0.0.${address}` })
  const postFrom = (at: string, address: string, fields: Record<string, unknown>) =>
    post(at, listingInput(fields), from(address))
  const texts = [
    'Blue desk, two drawers.',
    'A tent for four.',
    'Violin lessons at home.',
    'Old coins to swap.',
  ]
  const posted = []
  for (const [index, description] of texts.entries()) {
    const contact = `person-${index}@example.org`
    const answer = await postFrom(base, String(index), { title: description, description, contact })
    posted.push((await answer.json()) as PostedListing)
  }
  const [contactBanned, networkBanned, spam, reported] = posted.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
  ]
  for (const ban of [
    { kind: 'contact', listing: contactBanned },
    { kind: 'network', listing: networkBanned },
    { kind: 'phrase', text: 'passive income' },
  ])
    expect((await requestDesk(base, 'POST', 'bans', { ...ban, who: 'Ada' })).status).toBe(201)
  await change(base, 'delete', [spam])
  expect((await report(base, `listings/${reported}`, '10.0.0.9')).status).toBe(202)

  const file = await makeFile()
  await exportData(database.sql, file)
  const to = await openTestDatabase()
  await importData(to.sql, file)
  const { base: moved } = await serveOver(to, settings)
  const lamp = { title: 'Lamp', description: 'Brass, needs a new cable.' }
  const outcomes = [
    await postFrom(moved, '20', { ...lamp, contact: 'person-0@example.org' }),
    await postFrom(moved, '1', lamp),
    await postFrom(moved, '21', { ...lamp, title: 'Passive income' }),
    await postFrom(moved, '22', { ...lamp, contact: 'person-2@example.org' }),
  ]
  expect(outcomes.map(({ status }) => status)).toEqual([422, 422, 422, 201])
  expect(await outcomes[3]?.json()).toMatchObject({ withheld: { state: 'held', by: 'filter' } })
  expect((await report(moved, `listings/${reported}`, '10.0.0.9')).status).toBe(202)
  expect(await to.sql`select from reports`).toHaveLength(1)
})

it('exports every table that is not named as left out: decide for a new one, and list it here or there', async () => {
  const { sql } = await openTestDatabase()
  const tables = await sql<Array<{ name: string }>>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  `
  const exported = `all_listings bans content_changes content_faults content_source counted_requests events
    moderation_log personal_calendars post_traces pseudonym_keys removed_records reports spam_lessons users
    venues`.split(/\s+/)
  expect(tables.map(({ name }) => name).toSorted()).toEqual([...exported, ...Object.keys(leftOut)].toSorted())
})

it('keeps the numbers of rows, which other rows name, and goes on from the highest', async () => {
  const { sql } = await openPlain()
  const add = (to: typeof sql) =>
    to`insert into moderation_log (who, what) values ('team', 'hide') returning id`
  await sql`select nextval(pg_get_serial_sequence('moderation_log', 'id'))`
  await add(sql)
  const file = await makeFile()
  await exportData(sql, file)
  const to = await openPlain()
  await importData(to.sql, file)
  expect([await to.sql`select id from moderation_log`, await add(to.sql)]).toEqual([
    [{ id: '2' }],
    [{ id: '3' }],
  ])
})

it('keeps the order of numbered rows, although updates have moved them', async () => {
  const { sql } = await openPlain()
  await sql`insert into pseudonym_keys (key, made_at) values ('old', now() - interval '31 days'), ('new', now())`
  await sql`update pseudonym_keys set key = key where key = 'old'`
  const file = await makeFile()
  await exportData(sql, file)
  const to = await openPlain()
  await importData(to.sql, file)
  const keys = await to.sql<Array<{ key: Buffer }>>`select key from pseudonym_keys order by id`
  expect(keys.map(({ key }) => key.toString())).toEqual(['old', 'new'])
})

it('imports a file of the version before the migrations were squashed', async () => {
  const { sql } = await openEmptyDatabase()
  await migrate(sql, migrationsFolder, { last: '0028_create_schema.sql' })
  await sql`
    insert into listings (category, subcategory, title, description, contact, location)
    values ('housing', 'rooms shared', 'An old room', 'Quiet.', 'room@example.org', 'SF')
  `
  await sql`update migrations set name = ${lastSquashed}`
  const file = await makeFile()
  await exportData(sql, file)
  expect(gunzipSync(await readFile(file)).toString()).toContain(lastSquashed)
  const to = await openEmptyDatabase()
  expect(countRows(await importData(to.sql, file))).toBe(1)
  expect(await to.sql`select title from listings`).toEqual([{ title: 'An old room' }])
  expect(await migrate(to.sql)).toEqual([])
})

it('imports a file of an earlier migration, then applies the later ones', async () => {
  const { sql, url } = await openPlain()
  await insertEvent(sql)
  const file = await makeFile()
  await exportData(sql, file)
  const path = await makeFolder()
  await cp(migrationsFolder, path, { recursive: true })
  const { length } = await readMigrations()
  const next = `${String(firstNumber + length).padStart(4, '0')}_create_more.sql`
  await writeFile(join(path, next), 'create table more (id integer)')
  const folder = pathToFileURL(`${path}/`)
  const to = await openEmptyDatabase()
  expect(countRows(await importData(to.sql, file, folder))).toBe(1)
  expect(await to.sql`select from more`).toEqual([])

  await migrate(sql, folder)
  const later = connect(url, { max: 1, onnotice: () => {} })
  onTestFinished(() => later.end({ timeout: 1 }))
  await expect(importData(later, file, folder)).rejects.toThrow(
    /^The database is at migration .* was exported at .*: import it into a newly created database$/,
  )
})

it('refuses a file of a newer version and names its commit', async () => {
  const folder = await makeFolder()
  await cp(migrationsFolder, folder, { recursive: true })
  const { length } = await readMigrations()
  const next = `${String(firstNumber + length).padStart(4, '0')}_create_more.sql`
  await writeFile(join(folder, next), 'create table more (id integer)')
  const { sql } = await openTestDatabase()
  await migrate(sql, pathToFileURL(`${folder}/`))
  const file = await makeFile()
  await exportData(sql, file)
  const to = await openEmptyDatabase()
  const { version, commit } = await readVersion()
  expect(commit).toMatch(/^(?:[0-9a-f]{40}|unknown)$/)
  await expect(importData(to.sql, file)).rejects.toThrow(
    `${file} was exported by another version (${version}, commit ${commit}) at migration ${next}, which this version does not have`,
  )
  expect(await to.sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0)
})

it('says in one sentence why it exports nothing', async () => {
  const [empty, whole] = [await openEmptyDatabase(), await openTestDatabase()]
  for (const [DATABASE_URL, file, sentence] of [
    [
      empty.url,
      await makeFile(),
      /^The database is empty: set DATABASE_URL or DATA_DIR to those of your site\n$/,
    ],
    [
      whole.url,
      '/nowhere/data.gz',
      /^The data could not be exported to \/nowhere\/data\.gz: ENOENT[^\n]*\n$/,
    ],
    [
      'postgres://nobody@127.0.0.1:1/none',
      'data.gz',
      /^The database cannot be used: connect ECONNREFUSED[^\n]*\n$/,
    ],
  ] as const) {
    const { code, stderr } = await runCommand('data.ts', ['export', file], { DATABASE_URL })
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)])
  }
})
