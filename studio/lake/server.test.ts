import { once } from 'node:events'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect, expectSoon, makeFolder } from './test-support/start-lake.ts'
import { WebSocket } from 'ws'
import { startProcess, startReadyProcess } from './test-support/lake-process.ts'
import { startReceiver } from './test-support/receiver.ts'

async function makeHooks(folder: string, url: string): Promise<string> {
  const path = join(folder, 'webhooks.json')
  await writeFile(path, JSON.stringify([{ id: 'site', url, secret: 'hush' }]))
  return path
}

describe('the Content Lake as a process', () => {
  it('sends its port and token to the parent process, and stores a token that only the owner can read', async () => {
    const folder = await makeFolder()
    const { port, token, ready } = await startReadyProcess({ LAKE_FOLDER: folder })
    expect(ready).toBe(true)
    expect((await readFile(join(folder, 'token'), 'utf8')).trim()).toBe(token)
    expect((await stat(join(folder, 'token'))).mode & 0o777).toBe(0o600)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(await connect(port, token).fetch('count(*)')).toBe(0)
  })

  it('hides its files from other users even in a readable folder', async () => {
    const folder = await makeFolder()
    await chmod(folder, 0o755)
    const first = await startReadyProcess({ LAKE_FOLDER: folder })
    const readable = async () => {
      const entries = await readdir(folder, { recursive: true })
      const modes = entries.map(async (name) => ({ name, mode: (await stat(join(folder, name))).mode }))
      return (await Promise.all(modes)).filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name)
    }
    const client = connect(first.port, first.token)
    await client.assets.upload('file', Buffer.from('a file'), { filename: 'a.txt' })
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['assets', 'lake.sqlite', 'port', 'token']))
    expect(await readable()).toEqual([])
    first.child.kill('SIGTERM')
    await first.exit
    // As an earlier release left it.
    await chmod(join(folder, 'lake.sqlite'), 0o644)
    await startReadyProcess({ LAKE_FOLDER: folder })
    expect(await readable()).toEqual([])
  })

  it('keeps token and documents across restarts', async () => {
    const folder = await makeFolder()
    const first = await startReadyProcess({ LAKE_FOLDER: folder })
    await connect(first.port, first.token).create({ _id: 'kept', _type: 'post' })
    first.child.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    const second = await startReadyProcess({ LAKE_FOLDER: folder })
    expect(second.token).toBe(first.token)
    expect(await connect(second.port, second.token).fetch('*[]._id')).toEqual(['kept'])
  })

  it('listens on the loopback interface only', async () => {
    const { port } = await startReadyProcess({ LAKE_FOLDER: await makeFolder() })
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const { address } of others)
      await expect(fetch(`http://${address}:${port}/v1/ping`)).rejects.toThrow('fetch failed')
    expect((await fetch(`http://127.0.0.1:${port}/v1/ping`)).status).toBe(200)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'exits with 0 on %s despite open streams and an unanswered webhook',
    async (signal) => {
      const { url, received } = await startReceiver(['hang'])
      const folder = await makeFolder()
      const hooks = await makeHooks(folder, url)
      const lake = await startReadyProcess({ LAKE_FOLDER: folder, LAKE_WEBHOOKS: hooks })
      const headers = { Authorization: `Bearer ${lake.token}` }
      const socket = new WebSocket(`ws://localhost:${lake.port}/v1/socket/production`, { headers })
      await once(socket, 'open')
      const stream = await fetch(`http://localhost:${lake.port}/v1/data/listen/production?query=*`, {
        headers,
      })
      stream.body?.cancel().catch(() => {})
      const open = await fetch(`http://localhost:${lake.port}/v1/data/listen/production?query=*`, { headers })
      const streamEnded = open.text().catch(() => 'cut')
      await connect(lake.port, lake.token).create({ _id: 'told', _type: 'post' })
      await expectSoon(() => received.length).toBe(1)
      const killedAt = performance.now()
      lake.child.kill(signal)
      expect(await lake.exit).toBe(0)
      // The streams would stay open forever, and the delivery would wait for its timeout of 30 seconds.
      expect(performance.now() - killedAt).toBeLessThan(25_000)
      await streamEnded
    },
  )

  it('sends webhooks for later changes, but not for the seed', async () => {
    const { url, received } = await startReceiver()
    const folder = await makeFolder()
    const seed = join(folder, 'seed.ndjson')
    await writeFile(seed, '{"_id":"first","_type":"post"}\n')
    const hooks = await makeHooks(folder, url)
    const { port, token } = await startReadyProcess({
      LAKE_FOLDER: join(folder, 'lake'),
      LAKE_SEED: seed,
      LAKE_WEBHOOKS: hooks,
    })
    const client = connect(port, token)
    expect(await client.getDocument('first')).toMatchObject({ _type: 'post' })
    await client.create({ _id: 'second', _type: 'post' })
    await expectSoon(() => received.length).toBe(1)
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ _id: 'second' })
  })

  it('exits when its parent process is gone', async () => {
    const { child, exit } = await startReadyProcess({ LAKE_FOLDER: await makeFolder() })
    child.disconnect()
    expect(await exit).toBe(0)
  })

  it('logs in one sentence why it cannot start', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as AddressInfo
    const folder = await makeFolder()
    await startReadyProcess({ LAKE_FOLDER: folder })
    const rows: [variables: Record<string, string>, code: number, sentence: RegExp][] = [
      [
        { LAKE_FOLDER: await makeFolder(), LAKE_PORT: String(port) },
        75,
        /^Another program listens on this port already: set STUDIO_PORT \(LAKE_PORT for [^\n]*\) to a free one\n$/,
      ],
      [{ LAKE_FOLDER: folder }, 75, /^The Content Lake's folder .* is in use by another process\n$/],
      [{ LAKE_FOLDER: '' }, 1, /^--folder \(LAKE_FOLDER\) must be the folder where the content is kept\n$/],
      [{ LAKE_FOLDER: folder, LAKE_PORT: 'x' }, 1, /^--port \(LAKE_PORT\) must be a port, [^\n]*\n$/],
      [
        { LAKE_FOLDER: await makeFolder(), LAKE_SEED: '/nowhere/seed.ndjson' },
        1,
        /^There is no file \/nowhere\/seed.ndjson\n$/,
      ],
      [
        { LAKE_FOLDER: await makeFolder(), LAKE_WEBHOOKS: '/nowhere.json' },
        1,
        /^LAKE_WEBHOOKS names \/nowhere.json, which cannot be read\n$/,
      ],
      [
        { LAKE_FOLDER: await makeFolder(), LAKE_HOST: '0.0.0.0' },
        1,
        /^STUDIO_HOST \(--host\) needs STUDIO_URL \(--public-url\), [^\n]*\n$/,
      ],
      [
        { LAKE_FOLDER: await makeFolder(), LAKE_HOST: '0.0.0.0', LAKE_PUBLIC_URL: 'https://example.org' },
        1,
        /^The Studio listens on other addresses only once it has people: [^\n]*npm run editors [^\n]*\n$/,
      ],
      [
        { LAKE_FOLDER: await makeFolder(), LAKE_OPEN: '1', LAKE_PUBLIC_URL: 'https://example.org' },
        1,
        /^A Studio that other machines reach needs sessions: leave out LAKE_OPEN\n$/,
      ],
    ]
    for (const [variables, code, sentence] of rows) {
      const { exit, readOutput } = startProcess(variables)
      expect([await exit, readOutput()]).toEqual([code, expect.stringMatching(sentence)])
    }
  })

  it('delivers committed but undelivered changes after kill -9', async () => {
    let isHanging = true
    const { url, received } = await startReceiver(() => (isHanging ? 'hang' : 200))
    const folder = await makeFolder()
    const variables = { LAKE_FOLDER: folder, LAKE_WEBHOOKS: await makeHooks(folder, url) }
    const first = await startReadyProcess(variables)
    const client = connect(first.port, first.token)
    const posts = Array.from({ length: 20 }, (_, index) => ({ _id: `post-${index}`, _type: 'post' }))
    await client.mutate(posts.map((create) => ({ create })))
    for (const { _id } of posts) await client.delete(_id)
    await expectSoon(() => received.length).toBe(6)
    first.child.kill('SIGKILL')
    await first.exit
    isHanging = false
    const interrupted = received.splice(0)
    await startReadyProcess(variables)
    await expectSoon(() => received.length).toBe(40)
    for (const { _id } of posts) {
      const told = received.filter(({ headers }) => headers['sanity-document-id'] === _id)
      expect(told.map(({ headers }) => headers['sanity-operation'])).toEqual(['create', 'delete'])
    }
    const keys = new Set(received.map(({ headers }) => headers['idempotency-key']))
    expect(keys.size).toBe(40)
    for (const { headers } of interrupted) expect(keys).toContain(headers['idempotency-key'])
  })
})
