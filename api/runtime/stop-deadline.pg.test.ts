import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startServer } from '../tests/server-process.ts'
import { listServerProcesses, signalAll } from '../tests/signal-all.ts'

// In a file of its own: it waits for the 20 s of the deadline, during which other tests can run.
it('stops even if the database hangs', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'founderlist-hangs-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true, maxRetries: 3 }))
  const server = await startServer({ DATA_DIR })
  const pids = await listServerProcesses(join(DATA_DIR, 'postgres'))
  onTestFinished(() => signalAll(pids, 'SIGKILL'))
  signalAll(pids, 'SIGSTOP')
  server.kill('SIGTERM')
  await server.exited
  expect(server.output()).toContain('Stopping…')
})
