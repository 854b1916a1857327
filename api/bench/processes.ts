import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }
import { createContentClient } from '../content/client.ts'
import { startEmbeddedPostgres } from '../database/embedded/start.ts'
import { migrate } from '../database/migrate.ts'
import { connect, type Database } from '../database/open.ts'
import { copyAnswer } from './copy-answer.ts'
import type { Answer } from './peers/bare.ts'
import { checkout } from '../runtime/checkout.ts'

const port = 4399

/** An embedded database with the schema, deleted on dispose. No statement timeout, so that filling may take long. */
export async function startDatabase(): Promise<
  { sql: Database; url: string; scratch: string } & AsyncDisposable
> {
  const scratch = await mkdtemp(join(tmpdir(), 'founderlist-bench-'))
  const server = await startEmbeddedPostgres({ folder: join(scratch, 'postgres') })
  const sql = connect(server.url, { max: 2, onnotice: () => {} })
  await migrate(sql)
  return {
    sql,
    url: server.url,
    scratch,
    [Symbol.asyncDispose]: async () => {
      await sql.end()
      await server.stop()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

/** The API in its own process, as `npm start` runs it, with an empty data folder. No total limit of posts, else the defaults. */
export async function startApi(databaseUrl: string, variables: NodeJS.ProcessEnv = {}) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'founderlist-bench-'))
  const child = spawn('sh', ['-c', manifest.scripts.start], {
    cwd: checkout,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataFolder,
      LOG_LEVEL: 'fatal',
      PORT: String(port),
      TOTAL_POSTS_PER_HOUR: '999999',
      STUDIO_PORT: '0',
      TRUSTED_PROXIES: '127.0.0.1',
      ...variables,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const exited = once(child, 'exit')
  const ready = new Promise<void>((resolve) => {
    // Never stop reading: a closed pipe would kill the server at its next message.
    child.stderr.on('data', (chunk) => {
      if (String(chunk).includes('The site: ')) resolve()
    })
  })
  await Promise.race([
    ready,
    exited.then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
  ])
  return {
    base: `http://127.0.0.1:${port}`,
    dataFolder,
    pid: child.pid,
    exited,
    kill: () => child.kill('SIGKILL'),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await exited
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** May change the content of an API's lake. */
export async function openContent(dataFolder: string) {
  const read = async (name: string) => (await readFile(join(dataFolder, 'content', name), 'utf8')).trim()
  return createContentClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: `http://127.0.0.1:${await read('port')}`,
    token: await read('token'),
    perspective: 'published',
  })
}

/** A server of `peers/` in its own process. */
export async function startPeer(
  name: 'bare' | 'bare-post' | 'express' | 'fastify',
  { variables = {}, answers }: { variables?: NodeJS.ProcessEnv; answers?: Answer[] },
) {
  const child = fork(fileURLToPath(new URL(`./peers/${name}.ts`, import.meta.url)), {
    env: { ...process.env, NODE_ENV: 'production', ...variables },
    serialization: 'advanced',
  })
  if (answers) child.send(answers)
  const [peerPort] = (await once(child, 'message')) as [number]
  return { base: `http://127.0.0.1:${peerPort}`, [Symbol.dispose]: () => void child.kill() }
}

/** A bare `node:http` server that answers these paths with the bytes and headers that `base` sends now. */
export async function startBare(base: string, paths: string[], headers: Record<string, string>) {
  const answers = await Promise.all(paths.map((path) => copyAnswer(base, path, headers)))
  return startPeer('bare', { answers })
}
