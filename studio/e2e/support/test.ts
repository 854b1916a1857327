import { test as base, expect, type Page } from '@playwright/test'
import { buildStudio } from './built-studio.ts'
import { type Complaints, watchComplaints } from './complaints.ts'
import { startLake, type TestLake } from './lake.ts'

type Fixtures = {
  complaints: Complaints
  /** A Content Lake for this test only, with the seed and the built Studio. */
  lake: TestLake
  /** Declares the console errors that a test causes. */
  expectErrors: (...which: RegExp[]) => void
  /** Opens a page in a new browser context, as a second editor. */
  openSecondPage: () => Promise<Page>
  cleanConscience: void
}

/** Playwright's test with a Content Lake. Fails if the Studio logs an error or sends a request to another machine. */
export const test = base.extend<Fixtures, { studioFolder: string }>({
  studioFolder: [async ({}, use) => use(await buildStudio()), { scope: 'worker', timeout: 300_000 }],

  lake: async ({ studioFolder }, use) => {
    await using lake = await startLake({ studioFolder })
    await use(lake)
  },
  baseURL: async ({ lake }, use) => use(lake.address),

  openSecondPage: async ({ browser, complaints }, use) => {
    await using contexts = new AsyncDisposableStack()
    await use(async () => {
      const context = contexts.use(await browser.newContext())
      watchComplaints(context, complaints)
      return context.newPage()
    })
  },

  complaints: async ({ context }, use) => {
    const complaints = { errors: [], warnings: [], foreign: [] }
    watchComplaints(context, complaints)
    await use(complaints)
  },
  expectErrors: async ({ complaints }, use) => {
    const expected: RegExp[] = []
    await use((...which) => void expected.push(...which))
    const unexpected = complaints.errors.filter((line) => !expected.some((which) => which.test(line)))
    expect(unexpected, 'errors in the browser’s console').toEqual([])
    expect(complaints.foreign, 'requests to other machines').toEqual([])
  },
  cleanConscience: [async ({ expectErrors: _ }, use) => use(), { auto: true }],
})

export { expect } from '@playwright/test'
