import { dev } from 'astro'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { openContent } from '../content/content.ts'
import { basePathOf, startStudioBuild } from '../content/studio.ts'
import { openPostgres } from '../database/open.ts'
import { readEnvironment } from '../env.ts'
import { checkout } from '../runtime/checkout.ts'
import { stopChild } from '../runtime/child.ts'
import { OperatorError, printLine } from '../runtime/operator.ts'
import { openAll, supervise } from '../runtime/supervise.ts'

/** A regular expression. Vite itself serves the modules of `api/domain` to browsers. */
const apiPaths = '^/api(/(?!domain/)|[?]|$)'

// Hot reload: Astro's development server, the API in a process that restarts when its files change, and database and
// content in this process, so that they keep running.
await supervise(async () => {
  const environment = readEnvironment(process.env)
  const { HOST, PORT, SITE_URL } = environment
  const apiPort = PORT + 1
  await assertPortFree(
    apiPort,
    `Another program listens on port ${apiPort} already, which the API needs: set PORT so that it and the next port are free`,
  )
  await using opened = new AsyncDisposableStack()
  const database = openPostgres(environment, printLine)
  const [postgres, content] = await openAll(
    opened,
    database,
    openContent(environment, {
      checkout,
      database,
      hookUrl: `http://127.0.0.1:${apiPort}/api/hooks/content`,
      opensStudio: true,
      log: printLine,
    }),
  )
  if (content.studioAddress)
    opened.use(
      startStudioBuild(
        checkout,
        { basePath: basePathOf(environment), address: content.studioAddress },
        printLine,
      ),
    )
  const { projectId, dataset, apiHost } = content.settings
  Object.assign(process.env, {
    SANITY_PROJECT_ID: projectId,
    SANITY_DATASET: dataset,
    SANITY_WEBHOOK_SECRET: content.webhookSecrets.join(','),
    ...(apiHost && { SANITY_API_HOST: apiHost }),
    ...(content.token && { SANITY_READ_TOKEN: content.token }),
    ...(content.writeToken && { SANITY_WRITE_TOKEN: content.writeToken }),
    ...(content.moderationToken && { MODERATION_TOKEN: content.moderationToken }),
  })

  const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'api/server.ts'], {
    cwd: checkout,
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      HOST: '127.0.0.1',
      PORT: String(apiPort),
      SITE_URL,
      STUDIO_ORIGINS: content.studioOrigins.join(','),
      STUDIO_HOST: '',
      STUDIO_URL: '',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  opened.defer(() => stopChild(api, 19_000))

  const ours = process.listeners('SIGTERM')
  const site = await dev({
    root: checkout,
    server: { host: HOST, port: PORT },
    vite: { server: { strictPort: true, proxy: { [apiPaths]: `http://127.0.0.1:${apiPort}` } } },
  })
  // Vite's listeners would end this process at once and leave the API running.
  for (const theirs of process.listeners('SIGTERM'))
    if (!ours.includes(theirs)) process.off('SIGTERM', theirs)
  opened.defer(() => site.stop())
  const toStop = opened.move()
  const studio = content.studioAddress ? [`The Studio: ${content.studioAddress}`] : []
  return {
    addresses: [...studio, `The site: ${SITE_URL}`],
    [Symbol.asyncDispose]: () => toStop.disposeAsync(),
  }
})

/** Rejects with OperatorError where another program on this machine listens on the port. */
async function assertPortFree(port: number, words: string): Promise<void> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new OperatorError(words)
  }
  probe.close()
  await once(probe, 'close')
}
