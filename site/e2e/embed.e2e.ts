import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { neighborhoods } from '#domain/events/event.ts'
import { addDays, moveToDay, toDay } from '#domain/pacific.ts'
import { listFaults } from './support/accessibility-checks.ts'
import { makeEvent, pickYear, storeEvents } from './support/events.ts'
import { findSharedServer } from './support/shared-server.ts'
import { expect, test as base } from './support/test.ts'
import { serveAsStaticHost } from './support/static-host.ts'

type OpenForeignSite = (page: Page, body: string, headers?: Record<string, string>) => Promise<void>

const test = base.extend<{ openForeignSite: OpenForeignSite }>({
  /** Opens a page of another site: a server on another port of this machine. */
  openForeignSite: async ({}, use) => {
    await using servers = new AsyncDisposableStack()
    await use(async (page, body, headers) => {
      const html = `<!doctype html><html lang="en"><title>our club</title><h1>our club</h1>${body}</html>`
      const server = createServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
        response.end(html)
      }).listen(0, '127.0.0.1')
      servers.use(server)
      await once(server, 'listening')
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  },
})

const inDays = (days: number) => moveToDay('2026-11-21T20:00:00Z', addDays(toDay(new Date()), days))

/** Each worker has its own neighborhood, so that the filters find only its events. */
const neighborhood = neighborhoods[Number(process.env['TEST_WORKER_INDEX'] ?? 0) % neighborhoods.length] ?? ''
const query = `?${new URLSearchParams({ venue: 'Homebrew', neighborhood })}`
const events = Array.from({ length: 12 }, (_, index) =>
  makeEvent({ title: `club night ${index}`, date: inDays(index + 1), location: `Homebrew, ${neighborhood}` }),
)

/** The embed code that the events page offers for these filters. */
async function readCode(page: Page): Promise<string> {
  await page.goto(`/events${query}`)
  await page.getByText('embed', { exact: true }).click()
  return page.getByRole('textbox', { name: 'code for your page' }).inputValue()
}

test.beforeAll(() => storeEvents(events))

test('the code of the events page shows the list on another site, in a frame as high as the list', async ({
  page,
  openForeignSite,
}) => {
  const code = await readCode(page)
  await openForeignSite(page, code)
  const frame = page.locator('iframe')
  const list = page.frameLocator('iframe')
  await expect(list.getByRole('heading', { level: 1 })).toHaveText('SF Tech Week - Events Calendar')
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const heightOf = () =>
    list.getByRole('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height))
  const fits = async () => (await frame.boundingBox())?.height === (await heightOf())
  await expect.poll(fits).toBe(true)
  const wide = await heightOf()
  expect(wide).toBeGreaterThan(600)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(heightOf).toBeGreaterThan(wide)
  await expect.poll(fits).toBe(true)
  // It shrinks again.
  await page.setViewportSize({ width: 1280, height: 700 })
  await expect.poll(async () => (await frame.boundingBox())?.height).toBe(wide)
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    list.getByRole('link', { name: 'club night 3' }).click(),
  ])
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('club night 3')
  expect(await opened.evaluate(() => window.opener)).toBeNull()
  const [whole] = await Promise.all([
    page.waitForEvent('popup'),
    list.getByRole('link', { name: /^all events on / }).click(),
  ])
  await expect(whole).toHaveURL(`/events${query}`)
})

test('a frame with a border and a frame added later are resized; other frames are left alone', async ({
  page,
  openForeignSite,
}) => {
  const { address } = findSharedServer()
  const src = `${address}/embed/events${query}&limit=20`
  await openForeignSite(
    page,
    `<iframe class="own" style="border: 10px solid; box-sizing: border-box" src="${src}"></iframe>
    <script src="${address}/embed.js"></script>
    <iframe class="other" height="80" srcdoc="<script>parent.postMessage({ embedHeight: 700 }, '*')</script>"></iframe>`,
  )
  const bottom = () =>
    page
      .frameLocator('.own')
      .getByRole('main')
      .evaluate((main) => [innerHeight, Math.ceil(main.getBoundingClientRect().height)])
  await expect(async () => {
    const [shown, whole] = await bottom()
    expect(shown).toBe(whole)
    expect(shown).toBeGreaterThan(600)
  }).toPass()
  await page.evaluate((later) => {
    const frame = document.createElement('iframe')
    frame.src = `${later}&theme=dark`
    document.body.append(frame)
    window.postMessage({ embedHeight: 900 }, '*')
  }, src)
  const late = page.locator('iframe').last()
  await expect.poll(async () => (await late.boundingBox())?.height).toBeGreaterThan(600)
  expect((await page.locator('.other').boundingBox())?.height).toBeLessThan(100)
  await expect(page.locator('.own')).toHaveCSS('border-top-width', '10px')
})

test('the list of a topic says how many events have it and how many name none', async ({ page }) => {
  await page.goto(`/embed/events${query}&topic=AI&limit=3`)
  await expect(page.getByText('no AI events. 12 events name no topic:')).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(3)
  await page.goto(`/embed/events${query}`)
  await expect(page.getByRole('main')).not.toContainText('name no topic')
})

test('without the script the list scrolls in its frame', async ({ page, openForeignSite }) => {
  const code = (await readCode(page)).replace(/<script.*/, '')
  await openForeignSite(page, code)
  const list = page.frameLocator('iframe')
  await expect(list.getByRole('listitem')).toHaveCount(10)
  expect((await page.locator('iframe').boundingBox())?.height).toBe(600)
  const last = list.getByRole('link', { name: /^all events on / })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
})

test('a site with a strict Content-Security-Policy can show the list', async ({ page, openForeignSite }) => {
  const { address } = findSharedServer()
  const code = await readCode(page)
  await openForeignSite(page, code.replace(/ style="[^"]*"/, ''), {
    'Content-Security-Policy': `default-src 'none'; frame-src ${address}; script-src ${address}`,
  })
  await expect(page.frameLocator('iframe').getByRole('listitem')).toHaveCount(10)
  // With the default border of a frame.
  const fits = () =>
    page
      .frameLocator('iframe')
      .getByRole('main')
      .evaluate((main) => innerHeight === Math.ceil(main.getBoundingClientRect().height))
  await expect.poll(fits).toBe(true)
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height).toBeGreaterThan(600)
})

/** Loads a URL in a frame of another site, in a new context: its console errors do not fail the test. */
async function tryFrame(browser: Browser, openForeignSite: OpenForeignSite, src: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const browserErrors: string[] = []
  page.on('console', (message) => browserErrors.push(message.text()))
  await openForeignSite(page, `<iframe src="${src}"></iframe>`)
  await page.waitForLoadState('networkidle')
  const shown = page.frames().at(-1)?.url()
  await context.close()
  return { shown, browserErrors: browserErrors.join('\n') }
}

test('the browser shows the list, but no other page, in a frame of another site', async ({
  browser,
  openForeignSite,
}) => {
  const { address } = findSharedServer()
  const list = `${address}/embed/events`
  expect(await tryFrame(browser, openForeignSite, list)).toEqual({ shown: list, browserErrors: '' })
  for (const path of ['/', '/events', '/post', '/about', '/embed/nothing']) {
    const { shown, browserErrors } = await tryFrame(browser, openForeignSite, address + path)
    expect([path, shown]).toEqual([path, 'chrome-error://chromewebdata/'])
    expect(browserErrors).toContain("frame-ancestors 'none'")
  }
})

test('only sites in EMBED_ORIGINS can show the list, and the events page names them', async ({
  page,
  browser,
  openForeignSite,
  startOwnServer,
}) => {
  const { address } = await startOwnServer({ EMBED_ORIGINS: 'https://name.example' })
  const { shown, browserErrors } = await tryFrame(browser, openForeignSite, `${address}/embed/events`)
  expect(shown).toBe('chrome-error://chromewebdata/')
  expect(browserErrors).toContain('frame-ancestors https://name.example')
  await page.goto(`${address}/events`)
  await page.getByText('embed', { exact: true }).click()
  await expect(page.getByText('only these sites can show it: https://name.example.')).toBeVisible()
})

test(
  'the embedded list is accessible in light and dark, and fits the screen',
  { tag: '@narrow' },
  async ({ page }) => {
    for (const theme of ['light', 'dark']) {
      await page.goto(`/embed/events${query}&theme=${theme}`)
      await expect(page.locator('html')).toHaveCSS('color-scheme', theme)
      expect(await listFaults(page)).toEqual([])
    }
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(page.locator('form, button, script[src], link[rel=stylesheet], header, footer')).toHaveCount(
      0,
    )
    expect(await page.context().cookies()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()?.width ?? 0,
    )
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`/fr/embed/events${query}`)
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(20, 22, 25)')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'SF Tech Week - Calendrier des événements',
    )
  },
)

test('the embed code follows the filters and can be copied', async ({ page, context }) => {
  await page.goto('/events')
  await page.getByText('embed', { exact: true }).click()
  const code = page.getByRole('textbox', { name: 'code for your page' })
  const { address } = findSharedServer()
  await expect(code).toHaveValue(new RegExp(`<iframe src="${address}/embed/events" title="SF Tech Week`))
  await page.getByRole('combobox', { name: 'topic' }).selectOption('AR / VR')
  await expect(code).toHaveValue(new RegExp(`<iframe src="${address}/embed/events\\?topic=AR\\+%2F\\+VR"`))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'copy the code' }).click()
  await expect(page.getByText('copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.inputValue())
})

test('the week of a day can be copied as text, with the filters applied', async ({ page, context }) => {
  const year = pickYear()
  const event = makeEvent({ date: `${year}-07-15T01:30:00Z`, location: 'Zo House' })
  await storeEvents([event, makeEvent({ date: `${year}-07-15T01:30:00Z` })])
  await page.goto(`/events/${year}-07-14?venue=Zo+House`)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const button = page.getByRole('button', { name: `copy the week of July 14, ${year} as text` })
  await button.click()
  await expect(page.getByText('copied', { exact: true })).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text.split('\n').slice(1)).toEqual([
    '',
    expect.stringMatching(/^\w+, July 14$/),
    `6:30 PM ${event.title} — Zo House — ${findSharedServer().address}/event/${event.id}`,
    '',
  ])
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await button.click()
  await expect(page.getByText(/select the text and copy it yourself: SF Tech Week/)).toContainText(
    event.title,
  )
})

test('a static host without the API offers neither the embed code nor the week as text', async ({
  page,
  expectFailedLoads,
}) => {
  expectFailedLoads(/status of 404 /)
  await serveAsStaticHost(page)
  await page.route('/api/events', (route) => route.fulfill({ status: 404, body: 'not found' }))
  await page.goto('/events')
  await expect(page.getByRole('alert')).toBeVisible()
  for (const name of ['embed', 'copy this week as text', 'this week as text'])
    await expect(page.getByText(name, { exact: true })).toHaveCount(0)
})

test('copying the week reports a failed request', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(/status of 503 /)
  await page.route('/events/week.txt*', (route) =>
    route.fulfill({ status: 503, body: 'try again in a moment', contentType: 'text/plain' }),
  )
  await page.goto('/events')
  await page.getByRole('button', { name: 'copy this week as text' }).click()
  await expect(page.getByText('503: try again in a moment')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the embed code can be selected, and the week as text has its own URL', async ({ page }) => {
    expect(await readCode(page)).toContain(`/embed/events${query.replace('&', '&amp;')}"`)
    await expect(page.getByRole('button', { name: 'copy the code' })).toHaveCount(0)
    await page.getByRole('link', { name: 'open the list alone' }).click()
    await expect(page.getByRole('listitem')).toHaveCount(10)
    await page.goBack()
    await page.getByRole('link', { name: 'this week as text' }).click()
    await expect(page).toHaveURL(`/events/week.txt${query}`)
    await expect(page.locator('body')).toContainText('SF Tech Week - Events Calendar:')
  })
})
