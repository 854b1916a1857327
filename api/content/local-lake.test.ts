import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { checkout } from '../runtime/checkout.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { withoutFileDescriptors } from '../tests/without-file-descriptors.ts'
import { createContentClient } from './client.ts'
import { startLocalLake } from './local-lake.ts'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-lake-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

type Start = { folder: string; port?: number; log?: (line: string) => void }

async function start({ folder, port, log = () => {} }: Start) {
  const lines: string[] = []
  const lake = await startLocalLake({
    checkout,
    folder: join(folder, 'content'),
    port: port ?? (await findFreePort()),
    studioFolder: join(folder, 'no-studio'),
    log: (line) => {
      lines.push(line)
      log(line)
    },
  })
  onTestFinished(() => lake[Symbol.asyncDispose]())
  return { lake, lines }
}

function read({ port, token }: { port: number; token: string }, query: string): Promise<unknown> {
  const apiHost = `http://127.0.0.1:${port}`
  const client = createContentClient({
    projectId: 'local',
    dataset: 'production',
    apiHost,
    token,
    perspective: 'published',
  })
  return client.fetch(query)
}

const productName = '*[_id == "siteSettings"][0].productName'

describe('the Content Lake as a process of its own', { timeout: 120_000 }, () => {
  it('holds the seed after the first start', async () => {
    const { lake } = await start({ folder: await makeFolder() })
    expect(await read(lake, productName)).toBe('founderlist')
  })

  it('is restarted on the same port when it is killed', async () => {
    const { lake, lines } = await start({ folder: await makeFolder() })
    const killAndWait = async () => {
      const pid = lake.readPid()
      process.kill(pid, 'SIGKILL')
      // The new process may answer before its pid is known.
      await vi.waitUntil(() => lake.readPid() !== pid, pollOptions)
      await vi.waitUntil(() => read(lake, productName).catch(() => undefined), pollOptions)
    }
    await killAndWait()
    await killAndWait()
    expect(lines.filter((line) => line.includes('starting it again'))).toHaveLength(2)
  })

  it('is restarted even if no process can be spawned at first', async () => {
    const { lake, lines } = await start({ folder: await makeFolder() })
    const pid = lake.readPid()
    await withoutFileDescriptors(async () => {
      process.kill(pid, 'SIGKILL')
      await vi.waitUntil(
        () => lines.some((line) => /could not be started: spawn .*EMFILE/.test(line)),
        pollOptions,
      )
    })
    await vi.waitUntil(() => lake.readPid() !== pid, pollOptions)
    await expect.poll(() => read(lake, productName).catch(() => undefined), pollOptions).toBe('founderlist')
  })

  it('is gone after its disposal, even during a restart', async () => {
    const { lake, lines } = await start({ folder: await makeFolder() })
    process.kill(lake.readPid(), 'SIGKILL')
    await vi.waitUntil(() => lines.length > 0, pollOptions)
    await lake[Symbol.asyncDispose]()
    // Not with the client, which would retry for seconds.
    await expect(fetch(`http://127.0.0.1:${lake.port}/v1/ping`)).rejects.toThrow('fetch failed')
  })

  it('ends when the process that started it is killed', async () => {
    const folder = await makeFolder()
    const script = join(folder, 'parent.ts')
    await writeFile(
      script,
      `import { startLocalLake } from ${JSON.stringify(join(checkout, 'api/content/local-lake.ts'))}
       const lake = await startLocalLake({ checkout: ${JSON.stringify(checkout)}, folder: ${JSON.stringify(join(folder, 'content'))},
         port: 0, studioFolder: '/nowhere', log: () => {} })
       console.log(lake.port)`,
    )
    const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = (await once(parent.stdout, 'data')) as [Buffer]
    const port = Number(said.toString())
    expect((await fetch(`http://127.0.0.1:${port}/v1/ping`)).ok).toBe(true)
    parent.kill('SIGKILL')
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/v1/ping`).then(
        () => true,
        () => false,
      )
    await vi.waitUntil(async () => !(await answers()), pollOptions)
  })

  it('waits for a previous one that has not stopped yet', async () => {
    const port = await findFreePort()
    const before = createServer().listen(port, '127.0.0.1')
    await once(before, 'listening')
    const leave = () => void before.close()
    onTestFinished(leave)
    const { lake, lines } = await start({ folder: await makeFolder(), port, log: leave })
    expect(lake.port).toBe(port)
    expect(lines).toEqual([expect.stringContaining('has not stopped yet')])
    // The same if only the folder is still held, on any port.
    const folder = await makeFolder()
    const { lake: owner } = await start({ folder })
    await start({ folder, log: () => void owner[Symbol.asyncDispose]() })
  })

  it('names STUDIO_PORT if it cannot start because the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as AddressInfo
    await expect(start({ folder: await makeFolder(), port })).rejects.toThrow(/STUDIO_PORT/)
  })
})
