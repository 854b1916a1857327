import { join } from 'node:path'
import { test as base, type ConsoleMessage, expect } from '@playwright/test'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { type SiteServer, startServer } from './server.ts'
import { findSharedServer } from './shared-server.ts'

/** `variables` start another server on the same database and content. */
type ServerWithProxy = { address: string; proxy: DatabaseProxy; variables: NodeJS.ProcessEnv }

type Fixtures = {
  /** Declares the failed loads that a test causes: the browser logs each to its console. */
  expectFailedLoads: (...which: RegExp[]) => void
  /** Starts a server for this test, with its own database unless `DATABASE_URL` is given. */
  startOwnServer: (variables?: NodeJS.ProcessEnv) => Promise<SiteServer>
  /** A server whose database connection can be cut. It is restored after the test. */
  serverWithProxy: ServerWithProxy
  failOnErrors: void
}

/** Playwright's test on the shared server. Fails if a page logs an error or warning or violates its CSP. */
export const test = base.extend<Fixtures, { workerServerWithProxy: ServerWithProxy }>({
  baseURL: async ({}, use) => use(findSharedServer().address),

  expectFailedLoads: async ({ context }, use) => {
    const browserErrors: string[] = []
    const expected: RegExp[] = []
    context.on('console', (message) => {
      const line = readConsoleError(message)
      if (line) browserErrors.push(line)
    })
    context.on('weberror', (webError) => browserErrors.push(String(webError.error())))
    await use((...which) => void expected.push(...which))
    const isExpected = (line: string) =>
      isFailedIsland(line)
        ? expected.length > 0
        : line.startsWith('Failed to load resource:') && expected.some((which) => which.test(line))
    const unexpected = browserErrors.filter((line) => !isExpected(line))
    expect(unexpected, 'errors in the browser’s console').toEqual([])
  },
  failOnErrors: [async ({ expectFailedLoads: _ }, use) => use(), { auto: true }],

  startOwnServer: async ({ context }, use) => {
    await using servers = new AsyncDisposableStack()
    await use(async (variables) => {
      const server = await startServer(variables)
      servers.defer(server.stop)
      return server
    })
    // Before the servers stop: a page that is still loading scripts would log refused connections.
    await Promise.all(context.pages().map((page) => page.close()))
  },
  serverWithProxy: async ({ workerServerWithProxy }, use) => {
    await use(workerServerWithProxy)
    await workerServerWithProxy.proxy.restore()
    await expect
      .poll(async () => (await fetch(`${workerServerWithProxy.address}/api/health`)).status)
      .toBe(200)
  },
  workerServerWithProxy: [
    async ({}, use) => {
      const { dataFolder } = findSharedServer()
      await using proxy = await startDatabaseProxy(dataFolder)
      const variables = { DATABASE_URL: proxy.url, CONTENT_FOLDER: join(dataFolder, 'content') }
      const { address, stop } = await startServer(variables)
      await use({ address, proxy, variables })
      await stop()
    },
    { scope: 'worker' },
  ],
})

export { expect } from '@playwright/test'

function readConsoleError(message: ConsoleMessage): string | undefined {
  return ['error', 'warning', 'assert'].includes(message.type()) ? message.text() : undefined
}

/** Astro logs this, after a retry, when an island's script fails to load, unless the page has closed by then. */
function isFailedIsland(line: string): boolean {
  return /^\[astro-island\] Error hydrating .*Failed to fetch dynamically imported module/s.test(line)
}

/** Matches the browser's console line for a response with this status. */
export function status(code: number): RegExp {
  return new RegExp(`status of ${code} `)
}
