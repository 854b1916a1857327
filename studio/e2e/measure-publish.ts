import { type Browser, chromium, type Page } from '@playwright/test'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// oxlint-disable-next-line no-restricted-imports -- the one browser of all browser tests and measurements
import { findBrowser } from '../../site/e2e/support/browser.ts'
import { buildStudio } from './support/built-studio.ts'
import { startLake, type TestLake } from './support/lake.ts'
import { findPublish, waitUntilSaved } from './support/studio.ts'

/**
 * How long an editor waits, in the real Studio on a Content Lake of its own, in milliseconds. What is to hold: from
 * the click on Publish until the site's webhook is received, less than 300. `node studio/e2e/measure-publish.ts`
 */
const openings = 3
const publications = 20

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function print(name: string, values: number[]): void {
  const [middle, worst] = [median(values), Math.max(...values)].map((value) => value.toFixed(0))
  process.stdout.write(`${name}: median ${middle} ms, worst ${worst} ms of ${values.length}\n`)
}

/** A listener for webhooks; `next` resolves with the moment at which the next one was received. */
async function listenForWebhooks() {
  let told = Promise.withResolvers<number>()
  const server = createServer((request, response) => {
    told.resolve(Date.now())
    request.resume().on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    next: () => {
      told = Promise.withResolvers<number>()
      return told.promise
    },
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Reads a document again and again until it has the text; answers when that was. */
async function noteStored(lake: TestLake, id: string, text: string): Promise<number> {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    if ((await lake.client.getDocument(id))?.['sidebarText'] === text) return Date.now()
  }
  throw new Error(`${id} did not get the text within 20 s`)
}

/** The editor's browser has nothing in its cache. */
async function openForm(browser: Browser, lake: TestLake): Promise<{ page: Page; duration: number }> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  // The moment of the click is the page's own, not that of the order to click.
  await page.addInitScript(() =>
    addEventListener('click', () => Object.assign(globalThis, { clickedAt: Date.now() }), { capture: true }),
  )
  const start = performance.now()
  await page.goto(`${lake.address}/structure/home`, { waitUntil: 'commit' })
  await page.locator('textarea:not([readonly])').first().waitFor()
  return { page, duration: performance.now() - start }
}

async function measureOpenings(browser: Browser, lake: TestLake): Promise<number[]> {
  const durations: number[] = []
  for (let opening = 0; opening < openings; opening += 1) {
    const { page, duration } = await openForm(browser, lake)
    durations.push(duration)
    await page.context().close()
  }
  return durations
}

/** Types a text and answers how long it took until the draft had it. */
async function edit(page: Page, lake: TestLake, text: string): Promise<number> {
  const start = Date.now()
  await page.getByRole('textbox', { name: 'Sidebar text' }).fill(text)
  const storedAt = await noteStored(lake, 'drafts.home', text)
  await waitUntilSaved(page)
  return storedAt - start
}

/** Publishes and answers how long it took from the click until what `outcome` waits for. */
async function publish(page: Page, outcome: Promise<number>): Promise<number> {
  await findPublish(page).click()
  const clickedAt = await page.evaluate(() => (globalThis as unknown as { clickedAt: number }).clickedAt)
  const happenedAt = await outcome
  // Nobody types on before the Studio shows that it is published.
  await page.getByText(/^Last published /).waitFor()
  return happenedAt - clickedAt
}

const studioFolder = await buildStudio()
const folder = await mkdtemp(join(tmpdir(), 'studio-measure-'))
try {
  using webhooks = await listenForWebhooks()
  const settings = join(folder, 'webhooks.json')
  await writeFile(
    settings,
    JSON.stringify([{ id: 'measure', url: webhooks.url, secret: 'measure', filter: '_id == "home"' }]),
  )
  await using lake = await startLake({ studioFolder, variables: { LAKE_WEBHOOKS: settings } })
  const browser = await chromium.launch(await findBrowser())
  try {
    print('form usable after load', await measureOpenings(browser, lake))
    const { page } = await openForm(browser, lake)
    const [drafts, published, told] = [[], [], []] as [number[], number[], number[]]
    // One after the other: who reads all the time would keep the Content Lake from sending.
    for (let count = 0; count < publications; count += 1) {
      drafts.push(await edit(page, lake, `read ${count}`))
      published.push(await publish(page, noteStored(lake, 'home', `read ${count}`)))
      await edit(page, lake, `told ${count}`)
      told.push(await publish(page, webhooks.next()))
    }
    print('edit → draft stored', drafts)
    print('click on Publish → published document readable', published)
    print('click on Publish → webhook received (less than 300 is wanted)', told)
  } finally {
    await browser.close()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
