import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { locateBinaries } from './binaries.ts'
import { findServer, kill, killServer, spawnGroup, startHolder, until } from './test-support/processes.ts'
import { borrowCluster, listNotes, makeScratch, query, readLog, run, start } from './test-support/scratch.ts'

/** Leaves the folder as a power cut does: with data to recover and a postmaster.pid. Returns the text of that file. */
async function crashCluster(folder: string): Promise<string> {
  const holder = await startHolder([await borrowCluster(folder)])
  await kill(holder.child)
  await killServer(folder)
  return readFile(join(folder, 'postmaster.pid'), 'utf8')
}

const owners = `select application_name from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory'`

async function findBackend(url: string, words: string): Promise<number> {
  let found: unknown[] = []
  await until(async () => {
    found = await query(
      url,
      `select pid from pg_stat_activity where query like '%${words}%' and pid <> pg_backend_pid()`,
    )
    return found.length === 1
  })
  return Number(found[0])
}

test('a server that died with its owner is replaced, and its data recovered', async () => {
  const folder = join(await makeScratch(), 'postgres')
  await crashCluster(folder)
  expect(await listNotes((await start(folder)).url)).toEqual(['kept'])
  expect(await readLog(folder)).toContain('not properly shut down')
})

test("a start succeeds although another process has the dead server's id", async () => {
  const folder = join(await makeScratch(), 'postgres')
  const pidFile = await crashCluster(folder)
  const { uid, gid } = await stat(folder)
  const sleeper = spawnGroup(['sleep', '600'], { uid, gid, stdio: 'ignore' })
  await writeFile(join(folder, 'postmaster.pid'), pidFile.replace(/^\d+/, String(sleeper.pid)))
  expect(await listNotes((await start(folder)).url)).toEqual(['kept'])
  expect(sleeper.exitCode).toBe(null)
})

test('a start succeeds despite an empty postmaster.pid', async () => {
  const folder = join(await makeScratch(), 'postgres')
  await crashCluster(folder)
  await writeFile(join(folder, 'postmaster.pid'), '')
  await utimes(join(folder, 'postmaster.pid'), 0, 0)
  expect(await listNotes((await start(folder)).url)).toEqual(['kept'])
})

test('a copy of a folder in use gets its own server, not that of the original', async () => {
  const scratch = await makeScratch()
  const original = await borrowCluster(join(scratch, 'postgres'))
  const first = await start(original)
  await run('cp', ['-a', original, join(scratch, 'copy')])
  const second = await start(join(scratch, 'copy'))
  await query(second.url, `insert into notes values ('in the copy')`)
  await second.stop()
  expect(await listNotes(first.url)).toEqual(['kept'])
})

test('a start waits for the children of a killed server', async () => {
  const folder = await borrowCluster(join(await makeScratch(), 'postgres'))
  const holder = await startHolder([folder])
  const busy = query(holder.url, 'select count(*) from generate_series(1, 1e12::bigint)').catch(() => {})
  const backend = await findBackend(holder.url, 'generate_series')
  await kill(holder.child)
  await killServer(folder)
  const starting = start(folder)
  await until(async () => (await readLog(folder)).includes('pre-existing shared memory block'))
  process.kill(backend, 'SIGKILL')
  expect(await listNotes((await starting).url)).toEqual(['kept'])
  await busy
})

test('a server that is killed comes back under the same url, still owned', async () => {
  const folder = await borrowCluster(join(await makeScratch(), 'postgres'))
  const { url, lines } = await start(folder)
  await killServer(folder)
  await until(async () => lines.includes('PostgreSQL is back.'))
  expect(await listNotes(url)).toEqual(['kept'])
  expect(await query(url, owners)).toEqual(['founderlist owner'])
})

test('a crash that the server recovers from by itself does not lose the ownership of the folder', async () => {
  const folder = await borrowCluster(join(await makeScratch(), 'postgres'))
  const { url, lines } = await start(folder)
  const pid = await findServer(folder)
  const sleeping = query(url, 'select pg_sleep(600)').catch(String)
  process.kill(await findBackend(url, 'pg_sleep'), 'SIGKILL')
  expect(await sleeping).toContain('CONNECTION_CLOSED')
  await until(async () => lines.includes('PostgreSQL is back.'))
  expect(await findServer(folder)).toBe(pid)
  expect(await listNotes(url)).toEqual(['kept'])
  expect(await query(url, owners)).toEqual(['founderlist owner'])
})

test('a stop works while a killed server is restarted', async () => {
  const scratch = await makeScratch()
  const folder = await borrowCluster(join(scratch, 'postgres'))
  const { stop, lines } = await start(folder)
  await killServer(folder)
  await until(async () => lines.length > 0)
  await stop()
  expect((await readdir(scratch)).toSorted()).toEqual(['postgres', 'postgres.log'])
  expect(await listNotes((await start(folder)).url)).toEqual(['kept'])
})

test('leftovers of a killed first start are deleted', async () => {
  const scratch = await makeScratch()
  const folder = join(scratch, 'postgres')
  const made = join(scratch, 'made')
  const first = spawnGroup([
    process.execPath,
    join(import.meta.dirname, 'test-support/holder.ts'),
    folder,
    await makeStayingNative(join(scratch, 'native'), made),
  ])
  await until(async () => existsSync(made))
  await kill(first)
  await rm(join(scratch, 'native'), { recursive: true })
  await rm(made)
  expect(await readdir(scratch)).toEqual([expect.stringMatching(/^postgres\.init-/)])
  const next = await start(folder)
  expect(await query(next.url, 'select 1')).toEqual([1])
  await next.stop()
  expect((await readdir(scratch)).toSorted()).toEqual(['postgres', 'postgres.log'])
})

/** PostgreSQL with an initdb that creates its cluster, then the file `made`, and does not exit. */
async function makeStayingNative(folder: string, made: string): Promise<string> {
  const { initdb } = await locateBinaries()
  const native = dirname(dirname(initdb))
  await mkdir(join(folder, 'bin'), { recursive: true })
  for (const name of await readdir(native))
    if (name !== 'bin') await symlink(join(native, name), join(folder, name))
  await symlink(join(native, 'bin/postgres'), join(folder, 'bin/postgres'))
  const script = `#!/bin/sh\n'${initdb}' "$@" && touch '${made}' && exec sleep 600\n`
  await writeFile(join(folder, 'bin/initdb'), script, { mode: 0o755 })
  return join(folder, 'bin')
}

test('a start deletes the empty socket folders that servers of killed owners left', async () => {
  const scratch = await makeScratch()
  const names = ['founderlist-old000', 'founderlist-full00', 'founderlist-new000', 'founderlist-notes-1']
  for (const name of names) await mkdir(join(scratch, name))
  await writeFile(join(scratch, 'founderlist-full00', '.s.PGSQL.5432'), '')
  for (const name of names) if (name !== 'founderlist-new000') await utimes(join(scratch, name), 0, 0)
  const server = await start(await borrowCluster(join(scratch, 'postgres')))
  await server.stop()
  const left = (await readdir(scratch)).filter((name) => name.startsWith('founderlist-'))
  expect(left.toSorted()).toEqual(names.slice(1).toSorted())
})

test('the log of a server that runs for a year stays short, and goes on after a rotation', async () => {
  const folder = await borrowCluster(join(await makeScratch(), 'postgres'))
  const server = await start(folder, { logCheckInterval: 20 })
  await appendFile(`${folder}.log`, 'a line\n'.repeat(1_000_000))
  // A check may come between two writes of the 7 MB.
  await until(async () => (await stat(`${folder}.log`)).size < 5_000_000)
  expect((await stat(`${folder}.log.1`)).size).toBeGreaterThan(5_000_000)
  await query(server.url, 'select 1 / 0').catch(() => {})
  await until(async () => (await readLog(folder)).includes('division by zero'))
  expect((await stat(`${folder}.log`)).size).toBeLessThan(5_000_000)
})
