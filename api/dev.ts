import { dev } from 'astro'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from './database/embedded/start.ts'
import { readEnvironment } from './env.ts'
import { say } from './say.ts'
import { supervise } from './supervise.ts'

const checkout = fileURLToPath(new URL('..', import.meta.url))

/**
 * The same system with hot reload: Astro's development server in front, the API behind it in a process that starts
 * anew with each change of its files, and the database in this one, where it stays up meanwhile.
 */
await supervise(async () => {
  const { DATABASE_URL, DATA_DIR, HOST, PORT, SITE_URL } = readEnvironment(process.env)
  await using opened = new AsyncDisposableStack()
  const databaseUrl = DATABASE_URL ?? (await startDatabase(join(resolve(DATA_DIR), 'postgres'), opened))

  const apiPort = PORT + 1
  const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'api/server.ts'], {
    cwd: checkout,
    env: { ...process.env, DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: String(apiPort), SITE_URL },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  opened.defer(async () => {
    if (api.exitCode === null && api.kill('SIGTERM')) await once(api, 'exit')
  })

  const site = await dev({
    root: checkout,
    server: { host: HOST, port: PORT },
    vite: { server: { strictPort: true, proxy: { '/api': `http://127.0.0.1:${apiPort}` } } },
  })
  opened.defer(() => site.stop())
  const toStop = opened.move()
  return { addresses: [`The site: ${SITE_URL}`], [Symbol.asyncDispose]: () => toStop.disposeAsync() }
})

async function startDatabase(folder: string, opened: AsyncDisposableStack): Promise<string> {
  const server = await startEmbeddedPostgres({ folder, log: say })
  opened.defer(() => server.stop())
  return server.url
}
