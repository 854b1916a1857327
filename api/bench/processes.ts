import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }
import { connect } from '../database/connect.ts'
import { startEmbeddedPostgres } from '../database/embedded/start.ts'
import { migrate } from '../database/migrate.ts'
import type { Database } from '../database/open.ts'
import { copyAnswer } from './copy-answer.ts'

const port = 4399

/** An embedded database with the schema, gone when it is disposed of. What fills it may take its time. */
export async function startDatabase(): Promise<{ sql: Database; url: string } & AsyncDisposable> {
  const scratch = await mkdtemp(join(tmpdir(), 'founderlist-bench-'))
  const server = await startEmbeddedPostgres({ folder: join(scratch, 'postgres') })
  const sql = connect(server.url, { onnotice: () => {} })
  await migrate(sql)
  return {
    sql,
    url: server.url,
    [Symbol.asyncDispose]: async () => {
      await sql.end()
      await server.stop()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

/** The API in a process of its own, with the words of `npm start`: what is measured runs as what is served. */
export async function startApi(databaseUrl: string) {
  const [, , ...startArguments] = manifest.scripts.start.split(' ')
  const child = spawn(process.execPath, startArguments, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const exited = once(child, 'exit')
  const ready = new Promise<void>((resolve) => {
    // Read to the end: the server would die of a closed pipe at its next message.
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
    readMegabytes: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** A bare `node:http` server that answers these paths with the very bytes and headers that `base` answers now. */
export async function startBare(base: string, paths: string[], headers: Record<string, string>) {
  const child = fork(fileURLToPath(new URL('./bare-server.ts', import.meta.url)), {
    serialization: 'advanced',
  })
  await once(child, 'message')
  child.send(await Promise.all(paths.map((path) => copyAnswer(base, path, headers))))
  const [barePort] = (await once(child, 'message')) as [number]
  return { base: `http://127.0.0.1:${barePort}`, [Symbol.dispose]: () => void child.kill() }
}
