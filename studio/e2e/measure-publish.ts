import { type Browser, chromium, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
// oxlint-disable-next-line no-restricted-imports -- all browser tests and measurements use the same browser
import { findBrowser } from '../../site/e2e/support/browser.ts'
import { findFooter, findPublish, waitUntilSaved } from './support/studio.ts'
import { startWholeSite, type WholeSite } from './support/whole-site.ts'

/**
 * Measures how long an editor waits, in milliseconds, in the real Studio with the whole site. Targets for the median
 * from the click on Publish until visitors get the change: 300 for a page, 150 for an event.
 * `npm run bench:studio -- --events 20000` publishes that many events first.
 */
const openings = 3
const publications = 10
const { values } = parseArgs({ options: { events: { type: 'string', default: '0' } } })

/** A field that the editor changes, and where visitors see it. */
type EditTarget = { form: string; id: string; field: string; address: string }

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

function print(name: string, durations: number[]): void {
  const sorted = durations.toSorted((one, other) => one - other)
  const [middle, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  printLine(`${name}: median ${middle?.toFixed(0)} ms, worst ${worst?.toFixed(0)} ms of ${sorted.length}`)
}

/** Polls a condition and returns the time at which it holds. `pause`: milliseconds between two checks. */
async function pollUntil(condition: () => Promise<boolean>, pause = 0): Promise<number> {
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    if (await condition()) return Date.now()
    await sleep(pause)
  }
  throw new Error('The condition did not hold within five minutes')
}

/** Creates events in transactions of 1,000 and waits until visitors get all of them. Returns the id of one. */
async function publishEvents({ client, address }: WholeSite, count: number): Promise<string> {
  const ids = Array.from({ length: Math.max(1, count) }, () => randomUUID())
  for (let start = 0; start < ids.length; start += 1_000) {
    const transaction = client.transaction()
    for (const [index, _id] of ids.slice(start, start + 1_000).entries()) {
      transaction.create({
        _id,
        _type: 'event',
        title: `Founders evening ${start + index}`,
        date: new Date(Date.now() + (start + index - count / 4) * 20 * 60_000).toISOString(),
        organizers: 'the founders community',
        location: 'SHACK15, Embarcadero',
        description: 'Some forty letters of ordinary writing. '.repeat(10),
      })
    }
    await transaction.commit({ returnDocuments: false })
  }
  const readCount = async () => ((await (await fetch(`${address}/api/events`)).json()) as unknown[]).length
  await pollUntil(async () => (await readCount()) === ids.length, 2_000)
  return ids[Math.floor(ids.length / 2)] ?? ''
}

/** Opens a form with an empty browser cache, and waits until it can be used. */
async function openForm(
  browser: Browser,
  { studio, openSession }: WholeSite,
  { form, field }: EditTarget,
): Promise<{ page: Page; duration: number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await openSession(context)
  const page = await context.newPage()
  // The page records the time of the click: Playwright's call begins earlier.
  await page.addInitScript(() =>
    addEventListener('click', () => Object.assign(globalThis, { clickedAt: Date.now() }), { capture: true }),
  )
  const start = performance.now()
  await page.goto(`${studio}/structure/${form}`, { waitUntil: 'commit' })
  await page
    .getByRole('textbox', { name: field, exact: true })
    .and(page.locator(':not([readonly])'))
    .waitFor()
  return { page, duration: performance.now() - start }
}

async function measureOpenings(browser: Browser, site: WholeSite, target: EditTarget): Promise<number[]> {
  const durations: number[] = []
  for (let opening = 0; opening < openings; opening += 1) {
    const { page, duration } = await openForm(browser, site, target)
    durations.push(duration)
    await page.context().close()
  }
  return durations
}

/** Types a text and returns the milliseconds until it is in the draft. */
async function edit(
  page: Page,
  { client }: WholeSite,
  { id, field }: EditTarget,
  text: string,
): Promise<number> {
  const start = Date.now()
  await page.getByRole('textbox', { name: field, exact: true }).fill(text)
  const isStored = async () => JSON.stringify((await client.getDocument(`drafts.${id}`)) ?? '').includes(text)
  const storedAt = await pollUntil(isStored)
  await waitUntilSaved(page)
  return storedAt - start
}

type Published = { sent: number; answered: number; seen: number }

/** Returns milliseconds from the click until the request is sent, the answer arrives, and visitors get the text. */
async function publish(
  page: Page,
  site: WholeSite,
  { address }: EditTarget,
  text: string,
): Promise<Published> {
  const requested = page.waitForRequest(
    (request) => request.postData()?.includes('"sanity.action.document.publish"') ?? false,
  )
  const seenBy = pollUntil(
    async () => (await (await fetch(site.address + address)).text()).includes(text),
    10,
  )
  await findPublish(page).click()
  const request = await requested
  await (await request.response())?.finished()
  const { startTime, responseEnd } = request.timing()
  const clickedAt = await page.evaluate(() => (globalThis as unknown as { clickedAt: number }).clickedAt)
  const seen = (await seenBy) - clickedAt
  // An editor goes on only when the Studio shows that the change is live.
  await findFooter(page).getByText('Live', { exact: true }).waitFor()
  return { sent: startTime - clickedAt, answered: startTime + responseEnd - clickedAt, seen }
}

async function measureTarget(
  browser: Browser,
  site: WholeSite,
  name: string,
  target: EditTarget,
): Promise<void> {
  print(`${name}: form usable after load`, await measureOpenings(browser, site, target))
  const { page } = await openForm(browser, site, target)
  const drafts: number[] = []
  const published: Published[] = []
  for (let count = 0; count < publications; count += 1) {
    const text = `Change number ${count}.`
    drafts.push(await edit(page, site, target, text))
    published.push(await publish(page, site, target, text))
  }
  await page.context().close()
  const list = (key: keyof Published) => published.map((times) => times[key])
  print(`${name}: edit → draft stored`, drafts)
  print(`${name}: click on Publish → sent by the Studio`, list('sent'))
  print(`${name}: click on Publish → answered by the Content Lake`, list('answered'))
  print(`${name}: click on Publish → visitors get it`, list('seen'))
}

await using site = await startWholeSite()
const event = await publishEvents(site, Number(values.events))
printLine(`${values.events} events published`)
const browser = await chromium.launch(await findBrowser())
try {
  await measureTarget(browser, site, 'page', {
    form: 'home',
    id: 'home',
    field: 'Sidebar text',
    address: '/',
  })
  await measureTarget(browser, site, 'event', {
    form: `events-all;${event}`,
    id: event,
    field: 'Title',
    address: `/event/${event}`,
  })
} finally {
  await browser.close()
}
