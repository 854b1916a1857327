import { parseArgs } from 'node:util'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { venues } from '#domain/events/event.ts'
import { findBrowser } from './support/browser.ts'
import { makeManyEvents, storeEvents } from './support/events.ts'
import { startServer } from './support/server.ts'

/**
 * The events screen with 2,000 events (or the number given), on a phone's screen with the processor throttled to a
 * quarter: opening it, changing a filter, scrolling through all of it, memory. `npm run bench:events [-- count]` prints
 * figures and asserts nothing.
 */
const [given = '2000'] = parseArgs({ allowPositionals: true }).positionals
const count = Number(given)
const slowdown = 4
const rounds = 5
const changes = 9

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function printTimes(name: string, times: Array<[first: number, last: number]>): void {
  const [first, last] = [times.map(([one]) => one), times.map(([, two]) => two)]
  console.log(
    `${name}: median ${median(first).toFixed(0)} ms (${listed(first)}) and ${median(last).toFixed(0)} ms (${listed(last)})`,
  )
}

const listed = (values: number[]) => values.map((value) => value.toFixed(0)).join(', ')

/** From the start of the navigation until the first rows have been painted, and until all are in the page. */
async function measureOpening(page: Page, address: string): Promise<[first: number, all: number]> {
  await page.goto(`${address}/events`, { waitUntil: 'commit' })
  return page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    const countRows = () => document.querySelectorAll('ul.events > li').length
    while (countRows() === 0 && performance.now() < 60_000) await nextFrame()
    await nextFrame()
    const first = performance.now()
    const wanted = Number.parseInt(document.querySelector('[role=status]')?.textContent ?? '')
    while (countRows() < wanted && performance.now() < 60_000) await nextFrame()
    await nextFrame()
    return [first, performance.now()] as const
  })
}

/** From the change of a filter until the new count has been painted, and until the rows are those of the new list. */
async function measureChange(
  page: Page,
  name: string,
  value: string,
): Promise<[count: number, rows: number]> {
  return page.evaluate(
    async ([field, chosen]) => {
      const nextFrame = () => new Promise(requestAnimationFrame)
      const select = document.querySelector<HTMLSelectElement>(`select[name="${field}"]`)
      const status = document.querySelector('[role=status]')
      if (!select || !status) throw new Error('The events screen is not open')
      const before = status.textContent
      const deadline = performance.now() + 10_000
      await nextFrame()
      const start = performance.now()
      select.value = chosen ?? ''
      select.dispatchEvent(new Event('change', { bubbles: true }))
      while (status.textContent === before && performance.now() < deadline) await nextFrame()
      await nextFrame()
      await nextFrame()
      const painted = performance.now() - start
      const wanted = Number.parseInt(status.textContent ?? '')
      const countRows = () => document.querySelectorAll('ul.events > li').length
      while (countRows() !== wanted && performance.now() < deadline) await nextFrame()
      await nextFrame()
      return [painted, performance.now() - start] as const
    },
    [name, value],
  )
}

/** Scrolls through the whole list as fast as a thumb would; returns the duration of each frame in milliseconds. */
async function measureScroll(page: Page, direction: 1 | -1): Promise<number[]> {
  return page.evaluate(async (sign) => {
    const nextFrame = () => new Promise<number>(requestAnimationFrame)
    const isAtEnd = () =>
      sign > 0 ? scrollY + innerHeight >= document.documentElement.scrollHeight - 1 : scrollY <= 0
    const frames: number[] = []
    let last = await nextFrame()
    while (!isAtEnd() && frames.length < 5_000) {
      scrollBy({ top: sign * 600, behavior: 'instant' })
      const now = await nextFrame()
      frames.push(now - last)
      last = now
    }
    return frames
  }, direction)
}

async function readMemory(page: Page, session: CDPSession): Promise<string> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  return `${(usedSize / 1_048_576).toFixed(1)} MB of heap, ${nodes} elements`
}

function printFrames(name: string, frames: number[]): void {
  const slow = frames.filter((length) => length > 50).length
  console.log(
    `${name}: ${frames.length} frames, median ${median(frames).toFixed(0)} ms, longest ${Math.max(...frames).toFixed(0)} ms, over 50 ms ${((100 * slow) / frames.length).toFixed(1)} %`,
  )
}

const server = await startServer()
const browser = await chromium.launch(await findBrowser())
try {
  const events = makeManyEvents(count, 1)
  for (let start = 0; start < count; start += 1_000)
    await storeEvents(events.slice(start, start + 1_000), server)
  const openings: Array<[number, number]> = []
  for (let round = 1; round <= rounds; round += 1) {
    // Each round is a first visit: the browser's cache is empty.
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    openings.push(await measureOpening(page, server.address))
    if (round === rounds) await measureUse(page, session)
    await context.close()
  }
  printTimes('opened until the first rows are painted, and until all are in the page', openings)
} finally {
  await browser.close()
  await server.stop()
}

async function measureUse(page: Page, session: CDPSession): Promise<void> {
  const durations: Array<[number, number]> = []
  for (let change = 0; change < changes; change += 1) {
    durations.push(await measureChange(page, 'venue', venues[change % 3] ?? 'all'))
  }
  durations.push(await measureChange(page, 'venue', 'all'))
  printTimes('a filter changed until its count is painted, and until its rows are in the page', durations)
  console.log(`at the start: ${await readMemory(page, session)}`)
  printFrames('scrolling down', await measureScroll(page, 1))
  console.log(`at the end: ${await readMemory(page, session)}`)
  printFrames('scrolling up', await measureScroll(page, -1))
  console.log(`back at the start: ${await readMemory(page, session)}`)
}
