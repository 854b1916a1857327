import { access, chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../open.ts'
import { locateBinaries } from './binaries.ts'
import { readPidFile } from './server.ts'
import { findServer, kill, spawnGroup, startHolder, until } from './test-support/processes.ts'
import {
  borrowCluster,
  copyCluster,
  explainFailure,
  listNotes,
  makeScratch,
  query,
  readLog,
  start,
} from './test-support/scratch.ts'

test('when two processes start on a new folder at once, one gets it and the other does no harm', async () => {
  const folder = join(await makeScratch(), 'postgres')
  const holders = await Promise.all([startHolder([folder]), startHolder([folder])])
  const winner = holders.find(({ url }) => url !== '')
  const loser = holders.find(({ url }) => url === '')
  expect(loser).toMatchObject({ name: 'OperatorError', message: expect.stringContaining(folder) })
  expect(await query(winner!.url, 'select 1')).toEqual([1])
  await kill(winner!.child, 'SIGTERM')
  expect(await readLog(folder)).toMatch(/database system is shut down\n$/)
})

test('a second start is refused with one sentence, even if the first server is busy, and the first keeps running', async () => {
  const folder = await borrowCluster(join(await makeScratch(), 'postgres'))
  const { url } = await start(folder)
  const pid = await findServer(folder)
  const app = connect(url, { max: 60 })
  const connections = Array.from({ length: 60 }, () =>
    app`select pg_sleep(600)`.catch((error: { code?: string }) => error.code),
  )
  // too_many_connections: its message differs with how many connections begin at once.
  expect(await Promise.race(connections)).toBe('53300')
  expect(await explainFailure(folder)).toBe(
    `OperatorError: ${folder} is in use by another process; stop it first, or set DATA_DIR to another folder.`,
  )
  await app.end({ timeout: 0 })
  await Promise.all(connections)
  expect(await findServer(folder)).toBe(pid)
})

test('the running server of a killed process is taken over', async () => {
  const folder = await copyCluster(join(await makeScratch(), 'postgres'))
  const holder = await startHolder([folder])
  await query(holder.url, `insert into notes values ('written before the kill')`)
  const pid = await findServer(folder)
  await kill(holder.child)
  const next = await start(folder)
  expect(await findServer(folder)).toBe(pid)
  expect(next.url).toBe(holder.url)
  expect(await listNotes(next.url)).toEqual(['kept', 'written before the kill'])
  await next.stop()
  await expect(access(join(folder, 'postmaster.pid'))).rejects.toThrow('ENOENT')
})

test.for(['SIGTERM', 'SIGINT'] as const)(
  'a process that stops at %s leaves nothing to recover',
  async (signal) => {
    const folder = await borrowCluster(join(await makeScratch(), 'postgres'))
    const holder = await startHolder([folder])
    // To the whole group, as a terminal does.
    await kill(holder.child, signal)
    expect(holder.child.exitCode).toBe(0)
    expect(await readLog(folder)).toMatch(/database system is shut down\n$/)
    await expect(access(join(folder, 'postmaster.pid'))).rejects.toThrow('ENOENT')
    await start(folder)
    expect(await readLog(folder)).not.toMatch(/interrupted|not properly shut down/)
  },
)

test('a server that was started by other means is left alone', async () => {
  const scratch = await makeScratch()
  const folder = await borrowCluster(join(scratch, 'postgres'))
  const binaries = await locateBinaries()
  const { uid, gid } = await stat(folder)
  await chown(scratch, uid, gid)
  const args = ['-D', 'postgres', '-c', 'listen_addresses=', '-c', `unix_socket_directories=${scratch}`]
  const server = spawnGroup([binaries.postgres, ...args], { uid, gid, cwd: scratch, stdio: 'ignore' })
  await until(async () => {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`)
    return (await readPidFile(folder))?.status === 'ready'
  })
  // One that answers too slowly is left alone, too.
  process.kill(server.pid!, 'SIGSTOP')
  expect(await explainFailure(folder)).toMatch(
    /does not answer in .*; stop the server that started it .*that process, and try again\.$/,
  )
  process.kill(server.pid!, 'SIGCONT')
  // On a busy machine the server may answer too slowly, and the start fails with another message: try again.
  await expect
    .poll(() => explainFailure(folder), { timeout: 150_000 })
    .toMatch(/runs on .*postgres already \(process \d+\), started by other means; stop it first\.$/)
  await access(join(folder, 'postmaster.pid'))
})
