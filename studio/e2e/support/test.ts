import { test as base, expect, type Page } from '@playwright/test'
import { buildStudio } from './built-studio.ts'
import { type BrowserErrors, collectBrowserErrors } from './browser-errors.ts'
import { startLake, type TestLake } from './lake.ts'
import { openSession } from './session.ts'

type Fixtures = {
  browserErrors: BrowserErrors
  /** A Content Lake for this test only, with the seed and the built Studio. The page's browser has a session. */
  lake: TestLake
  /** Declares the console errors that a test causes. */
  expectErrors: (...which: RegExp[]) => void
  /** Opens a page in a new browser context, as a second editor. */
  openSecondPage: () => Promise<Page>
  failOnErrors: void
}

/** Playwright's test with a Content Lake. Fails if the Studio logs an error or sends a request to another machine. */
export const test = base.extend<Fixtures, { studioFolder: string }>({
  studioFolder: [async ({}, use) => use(await buildStudio()), { scope: 'worker', timeout: 300_000 }],

  lake: async ({ studioFolder }, use) => {
    await using lake = await startLake({ studioFolder })
    await use(lake)
  },
  baseURL: async ({ lake }, use) => use(lake.address),

  context: async ({ context, lake }, use) => {
    await openSession(context, lake.address, lake.token)
    await use(context)
  },

  openSecondPage: async ({ browser, lake, browserErrors }, use) => {
    await using contexts = new AsyncDisposableStack()
    await use(async () => {
      const context = contexts.use(await browser.newContext())
      await openSession(context, lake.address, lake.token)
      collectBrowserErrors(context, browserErrors)
      return context.newPage()
    })
  },

  browserErrors: async ({ context }, use) => {
    const browserErrors = { errors: [], warnings: [], foreign: [] }
    collectBrowserErrors(context, browserErrors)
    await use(browserErrors)
  },
  expectErrors: async ({ browserErrors }, use) => {
    const expected: RegExp[] = []
    await use((...which) => void expected.push(...which))
    const unexpected = browserErrors.errors.filter((line) => !expected.some((which) => which.test(line)))
    expect(unexpected, 'errors in the browser’s console').toEqual([])
    expect(browserErrors.foreign, 'requests to other machines').toEqual([])
  },
  failOnErrors: [async ({ expectErrors: _ }, use) => use(), { auto: true }],
})

export { expect } from '@playwright/test'
