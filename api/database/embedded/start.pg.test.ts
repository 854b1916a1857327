import { appendFile, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isServerOf } from './server.ts'
import { findServer, startProgram, until } from './test-support/processes.ts'
import {
  borrowCluster,
  copyCluster,
  copyNative,
  explainFailure,
  listNotes,
  makeScratch,
  query,
  readLog,
  run,
  start,
} from './test-support/scratch.ts'

test('a first start makes a durable UTF-8 database, and the next one finds what was written', async () => {
  const folder = join(await makeScratch(), 'not', 'yet', 'there')
  const first = await start(folder)
  await query(first.url, `create table notes as select 'Zoë' as text`)
  expect(
    await query(
      first.url,
      `select current_setting(name) from unnest('{fsync,synchronous_commit,data_checksums,server_encoding}'::text[]) name`,
    ),
  ).toEqual(['on', 'on', 'on', 'UTF8'])
  expect(await query(first.url, `select upper('zoë')`)).toEqual(['ZOË'])
  await first.stop()
  expect(await listNotes((await start(folder)).url)).toEqual(['Zoë'])
})

test('under systemd the socket is where commands find it, since the service has its own /tmp', async () => {
  const scratch = await makeScratch()
  const folder = join(scratch, 'run')
  await mkdir(folder, { mode: 0o1777 })
  vi.stubEnv('RUNTIME_DIRECTORY', folder)
  const { url } = await start(join(scratch, 'data'))
  expect(new URL(url).searchParams.get('host')).toMatch(`${folder}/`)
})

test('the folder may have any name, and a path that is too long for a socket', async () => {
  const name = `it's "my" \\ données, 東京 $HOME %2F`
  const folder = join(await makeScratch(), ...Array<string>(5).fill('x'.repeat(50)), name)
  const first = await start(folder)
  expect(first.lines).toEqual([`Making a PostgreSQL 18 cluster in ${folder}`])
  await query(first.url, `create table notes as select 'kept' as text`)
  const pid = await findServer(folder)
  expect(await isServerOf(folder, pid)).toBe(true)
  await first.stop()
  expect(await isServerOf(folder, pid)).toBe(false)
  expect(await listNotes((await start(folder)).url)).toEqual(['kept'])
})

test('the url is all that another process needs', async () => {
  const { url } = await start(await borrowCluster(join(await makeScratch(), 'postgres')))
  const script = `
    import { connect } from '../open.ts'
    const sql = connect(${JSON.stringify(url)})
    const [{ text }] = await sql\`select text from notes\`
    console.log(JSON.stringify({ message: text }))
    await sql.end()`
  const env = { ...process.env, PGPORT: '1', PGHOST: 'nowhere', PGDATABASE: 'none' }
  const reader = await startProgram([process.execPath, '--input-type=module', '-e', script], {
    env,
    cwd: import.meta.dirname,
  })
  expect(reader.message).toBe('kept')
})

test('a connection to a stopped server fails at once', async () => {
  const server = await start(await borrowCluster(join(await makeScratch(), 'postgres')))
  await server.stop()
  await expect(query(server.url, 'select 1')).rejects.toThrow('ENOENT')
})

test('stop may be called twice and leaves no socket behind', async () => {
  const scratch = await makeScratch()
  const server = await start(await borrowCluster(join(scratch, 'postgres')))
  await Promise.all([server.stop(), server.stop()])
  await server.stop()
  expect((await readdir(scratch)).toSorted()).toEqual(['postgres', 'postgres.log'])
})

test('a stop does not wait for a query', async () => {
  const folder = await borrowCluster(join(await makeScratch(), 'postgres'))
  const server = await start(folder)
  const sleeping = query(server.url, 'select pg_sleep(600)').catch(String)
  await until(
    async () =>
      (await query(server.url, `select from pg_stat_activity where query like '%pg_sleep%'`)).length === 2,
  )
  await server.stop()
  expect(await sleeping).toMatch(/terminating connection|CONNECTION_CLOSED/)
  expect(await readLog(folder)).toMatch(/database system is shut down\n$/)
})

test('symlinks that are missing after an install without scripts are created', async () => {
  const scratch = await makeScratch()
  const binFolder = await copyNative(join(scratch, 'native'))
  await run('find', [join(scratch, 'native'), '-type', 'l', '-delete'])
  const folder = await borrowCluster(join(scratch, 'postgres'))
  expect(await listNotes((await start(folder, { binFolder })).url)).toEqual(['kept'])
  expect((await lstat(join(scratch, 'native/lib/libpq.so.5'))).isSymbolicLink()).toBe(true)
})

test('a folder without PostgreSQL is named in the message', async () => {
  const scratch = await makeScratch()
  expect(await explainFailure(join(scratch, 'postgres'), { binFolder: join(scratch, 'none') })).toMatch(
    /There is no program .*\/none\/initdb; set POSTGRES_BIN .* or DATABASE_URL/,
  )
})

test('data of another major version is left alone, and both versions are named', async () => {
  const folder = await copyCluster(join(await makeScratch(), 'postgres'))
  await writeFile(join(folder, 'PG_VERSION'), '99\n')
  expect(await explainFailure(folder)).toMatch(
    /holds data of PostgreSQL 99, and .*postgres is PostgreSQL 18; run "npm run data:export .* move .*data:import/,
  )
})

test('a file where the folder or its parent should be is named in the message', async () => {
  const scratch = await makeScratch()
  await writeFile(join(scratch, 'file'), '')
  expect(await explainFailure(join(scratch, 'file'))).toMatch(/\/file should be a folder/)
  expect(await explainFailure(join(scratch, 'file', 'postgres'))).toMatch(
    /PostgreSQL's data folder cannot be created in .*EEXIST/,
  )
})

test('a folder with other files is left alone; an empty one is used', async () => {
  const folder = join(await makeScratch(), 'postgres')
  await mkdir(folder)
  await writeFile(join(folder, 'holiday.jpg'), '')
  expect(await explainFailure(folder)).toMatch(/holds files that are not PostgreSQL's data/)
  await rm(join(folder, 'holiday.jpg'))
  expect(await query((await start(folder)).url, 'select 1')).toEqual([1])
})

test('the log of a server that does not start is quoted in the message', async () => {
  const scratch = await makeScratch()
  const folder = await copyCluster(join(scratch, 'postgres'))
  await appendFile(join(folder, 'postgresql.conf'), '\nshared_buffers = much\n')
  expect(await explainFailure(folder)).toMatch(
    /did not start on .*postgres\. It ended with code 1.*invalid value for parameter "shared_buffers": "much"/s,
  )
  expect((await readdir(scratch)).toSorted()).toEqual(['postgres', 'postgres.log'])
})
