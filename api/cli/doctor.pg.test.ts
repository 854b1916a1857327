import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeLastBackup } from '../backup/backup-files.ts'
import { usePreparedData } from '../tests/prepared-data.ts'
import { runCommand, startServer } from '../tests/server-process.ts'

const copyData = usePreparedData()

/** A `timedatectl` that answers as on a synchronized machine, whatever this one is. */
async function makeClock(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-clock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'timedatectl'), '#!/bin/sh\necho yes\n', { mode: 0o755 })
  return `${folder}:${process.env['PATH']}`
}

/** Without the versions: those that npm installs may have become unsafe, which is no failure. */
const findings = (stdout: string, sign: string) =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith(sign) && !line.includes(' versions: '))
    .map((line) => /^. ([a-z ]+):/.exec(line)?.[1])

const inside = [
  'settings',
  'backup',
  'data',
  'database',
  'migrations',
  'notifications',
  'clock',
  'content',
  'writes',
  'data folder',
  'disk',
  'calendars',
  'content away',
]

it('the doctor finds nothing beside a healthy server, nor after its end', async () => {
  const data = { ...(await copyData()), PATH: await makeClock() }
  const server = await startServer(data)
  const variables = { ...data, PORT: String(server.port) }
  const examine = () => runCommand('doctor.ts', [], variables)

  const { code, stdout } = await examine()
  expect(stdout).toContain('✘ backup: there is no proven backup')
  expect([code, findings(stdout, '✘')]).toEqual([1, ['backup']])

  await writeLastBackup(data.DATA_DIR, { madeAt: new Date().toISOString(), file: 'backup.tar.gz' })
  const beside = await examine()
  expect(beside.stdout).toContain('founderlist 1.0.0 (commit ')
  expect(beside.stdout).toContain('! before launch: the contact email is the placeholder “hello@example.org”')
  expect(beside.stdout).toContain('! before launch: not answered: What does it cost?')
  expect([beside.code, findings(beside.stdout, '✔')]).toEqual([0, inside.toSpliced(1, 0, 'server')])

  server.kill('SIGTERM')
  await server.exited
  const alone = await examine()
  expect([alone.code, findings(alone.stdout, '–'), findings(alone.stdout, '✔')]).toEqual([
    0,
    ['server', 'proxy'],
    inside,
  ])
})

it('the doctor names wrong settings and an unreachable database', async () => {
  const missing = await runCommand('doctor.ts', [], { DATA_DIR: join(tmpdir(), 'none'), PORT: 'x' })
  expect(missing).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('✘ settings: PORT must be a port'),
  })
  const away = { ...(await copyData(['content'])), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const { code, stdout } = await runCommand('doctor.ts', [], away)
  expect(code).toBe(1)
  expect(stdout).toContain('✘ database: The database cannot be used')
  expect(stdout).not.toContain('✔ notifications')
})
