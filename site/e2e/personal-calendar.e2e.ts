import type { Page, Route } from '@playwright/test'
import { makeEvent, pickYear, storeEvents } from './support/events.ts'
import { fill } from '#domain/language.ts'
import { messages } from './support/language.ts'
import { expect, status, test } from './support/test.ts'

const { personal, managed, events: eventWords } = messages()

async function storeThree() {
  const day = `${pickYear()}-03-01`
  const events = ['one', 'two', 'three'].map((title, index) =>
    makeEvent({ title: `${title} ${day}`, date: `${day}T${20 + index}:00:00.000Z` }),
  )
  await storeEvents(events)
  return { day, events }
}

const findStar = (page: Page, title: string) => page.getByRole('button', { name: `“${title}”` })

async function expectStar(page: Page, title: string, isStarred: boolean): Promise<void> {
  const name = fill(isStarred ? personal.remove : personal.add, { title })
  await expect(findStar(page, title)).toHaveAccessibleName(name)
}
const findTitles = (page: Page) => page.locator('.event-title a')
const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function readFile(page: Page): Promise<string[]> {
  const address = (await page.getByRole('link', { name: eventWords.asFile }).getAttribute('href')) ?? ''
  const text = await (await page.request.get(address)).text()
  return [...text.matchAll(/^SUMMARY:(\w+)/gm)].map(([, word = '']) => word)
}

async function star(page: Page, day: string, titles: string[]): Promise<void> {
  await page.goto(`/events/${day}`)
  for (const title of titles) {
    await findStar(page, `${title} ${day}`).click()
    await expectStar(page, `${title} ${day}`, true)
  }
}

test('starred events are in “my calendar” until the star is removed, also by keyboard', async ({ page }) => {
  const { day, events } = await storeThree()
  await page.goto('/calendar')
  await expect(page.getByText(personal.none)).toBeVisible()
  await star(page, day, ['two'])
  await page.goto(`/event/${events[2]!.id}`)
  await findButton(page, personal.addThis).focus()
  await page.keyboard.press('Space')
  await expect(findButton(page, personal.added)).toBeFocused()
  await page.getByRole('link', { name: personal.title, exact: true }).click()
  await expect(findTitles(page)).toHaveText([`two ${day}`, `three ${day}`])
  await findStar(page, `two ${day}`).click()
  await expect(findTitles(page)).toHaveText([`three ${day}`])
  await page.reload()
  await expect(findTitles(page)).toHaveText([`three ${day}`])
})

test(
  'the stars of a list are below each other, whatever the titles',
  { tag: '@narrow' },
  async ({ page }) => {
    const day = `${pickYear()}-03-01`
    const titles = ['short', 'a title that is longer than a line, '.repeat(6), 'دار المؤسسين', 'no link']
    const events = titles.map((title, index) =>
      makeEvent({
        title,
        date: `${day}T${18 + index}:00:00.000Z`,
        ...(title === 'no link' && { url: null }),
      }),
    )
    await storeEvents(events)
    await page.goto(`/events/${day}`)
    const stars = page.getByRole('button', { name: /my calendar$/ })
    await expect(stars).toHaveCount(titles.length)
    for (const found of await stars.all()) await found.click()
    for (const path of [`/events/${day}`, '/calendar']) {
      await page.goto(path)
      await expect(stars).toHaveCount(titles.length)
      const places = await stars.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x))
      expect(new Set(places).size, path).toBe(1)
    }
  },
)

test('no star is sent before a calendar address is requested; then the calendar follows the stars', async ({
  page,
  context,
}) => {
  const { day } = await storeThree()
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/calendar')) sent.push(request.method())
  })
  await star(page, day, ['one'])
  await page.goto('/calendar')
  await expect(findTitles(page)).toHaveCount(1)
  expect(sent).toEqual([])
  await findButton(page, personal.getAddress).click()
  await expect(page.getByRole('link', { name: eventWords.asFile })).toBeVisible()
  await expect.poll(() => readFile(page)).toEqual(['one'])
  const list = await context.newPage()
  await star(list, day, ['three'])
  await expect(findTitles(page)).toHaveText([`one ${day}`, `three ${day}`])
  await expect.poll(() => readFile(page)).toEqual(['one', 'three'])
  await findStar(page, `one ${day}`).click()
  await expect.poll(() => readFile(page)).toEqual(['three'])
})

test('a backup code shows the same calendar in another browser', async ({ page, browser, baseURL }) => {
  const { day } = await storeThree()
  await star(page, day, ['one'])
  await page.goto('/calendar')
  await findButton(page, personal.getAddress).click()
  await page.getByText(managed.showCode).click()
  const code = await page.getByRole('textbox', { name: managed.code }).inputValue()

  const other = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await star(other, day, ['two'])
  await other.goto('/calendar')
  const field = other.getByRole('textbox', { name: managed.pasteCode })
  await field.fill(code.slice(0, -3))
  await findButton(other, personal.use).click()
  await expect(other.getByText(managed.codeNotWhole)).toBeVisible()
  await field.fill(` ${code}\n`)
  await findButton(other, personal.use).click()
  await expect(findTitles(other)).toHaveText([`one ${day}`, `two ${day}`])
  await expect(other.getByText(personal.used)).toBeVisible()
  await page.reload()
  await expect(findTitles(page)).toHaveText([`one ${day}`, `two ${day}`])
  await findStar(page, `one ${day}`).click()
  await expect.poll(() => readFile(page)).toEqual(['two'])
  await other.reload()
  await expect(findTitles(other)).toHaveText([`two ${day}`])

  // A new address: the old one and its backup code no longer work.
  await page.getByText(personal.replace).first().click()
  await findButton(page, personal.replace).click()
  await expect(page.getByText(personal.replaced)).toBeVisible()
  await expect.poll(() => readFile(page)).toEqual(['two'])
  const third = await other.context().newPage()
  await third.goto('/calendar')
  await expect(third.getByText(personal.givenUp, { exact: true })).toBeVisible()
  await expect(findTitles(third)).toHaveText([`two ${day}`])
  await expect(findButton(third, personal.getAddress)).toBeVisible()
  await other.context().close()
})

test('a star that cannot be sent is kept and sent later', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(/ERR_FAILED/)
  const { day } = await storeThree()
  await star(page, day, ['one'])
  await page.goto('/calendar')
  await findButton(page, personal.getAddress).click()
  await expect(page.getByRole('link', { name: eventWords.asFile })).toBeVisible()
  await page.route('/api/calendar', (route) => route.abort())
  await star(page, day, ['two'])
  await page.goto('/calendar')
  await expect(findTitles(page)).toHaveText([`one ${day}`, `two ${day}`])
  await expect(page.getByRole('alert')).toContainText('has not been sent')
  // A page with stars may send at any moment. If it is left before the answer, the next page gets a 412.
  await page.goto('/about')
  await page.unroute('/api/calendar')
  const sent = page.waitForResponse('/api/calendar')
  await page.goto(`/events/${day}`)
  expect((await sent).status()).toBe(200)
  await page.goto('/calendar')
  await expect.poll(() => readFile(page)).toEqual(['one', 'two'])
})

test('the calendar address can be stopped, and the stars stay', async ({ page }) => {
  const { day } = await storeThree()
  await star(page, day, ['one'])
  await page.goto('/calendar')
  await findButton(page, personal.getAddress).click()
  const file = page.getByRole('link', { name: eventWords.asFile })
  const address = (await file.getAttribute('href')) ?? ''
  await page.getByText(personal.stop).first().click()
  await findButton(page, personal.stop).click()
  await expect(page.getByText(personal.stopped)).toBeVisible()
  await expect(findTitles(page)).toHaveText([`one ${day}`])
  await expect(findButton(page, personal.getAddress)).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(410)
})

/** Holds the tab's first request to the calendar API, or its answer, until `release` is called. */
async function holdFirst(page: Page, what: 'request' | 'answer') {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = async (route: Route) => {
    const response = what === 'answer' ? await route.fetch() : undefined
    reached.resolve()
    await released.promise
    await (response ? route.fulfill({ response }) : route.continue())
  }
  await page.route('/api/calendar', hold, { times: 1 })
  return { reached: reached.promise, release: released.resolve }
}

/** Stars the events and requests a calendar address. Returns another tab. */
async function openCalendarAddress(page: Page, day: string, titles: string[]): Promise<Page> {
  await star(page, day, titles)
  await page.goto('/calendar')
  await findButton(page, personal.getAddress).click()
  await expect(page.getByRole('link', { name: eventWords.asFile })).toBeVisible()
  return page.context().newPage()
}

test('an answer that arrives late drops no star of another tab', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(status(412))
  const { day } = await storeThree()
  const list = await openCalendarAddress(page, day, ['one'])
  const other = await page.context().newPage()
  for (const shown of [list, other]) await shown.goto(`/events/${day}`)
  const late = await holdFirst(list, 'answer')
  await findStar(list, `three ${day}`).click()
  // Starring does not wait for the server.
  await expectStar(list, `three ${day}`, true)
  await late.reached
  const sent = other.waitForResponse('/api/calendar')
  await findStar(other, `two ${day}`).click()
  await (await sent).finished()
  const settled = list.waitForEvent('requestfinished')
  late.release()
  await settled
  await list.waitForTimeout(300)
  for (const shown of [list, other])
    for (const title of ['one', 'two', 'three']) await expectStar(shown, `${title} ${day}`, true)
  await expect.poll(() => readFile(page)).toEqual(['one', 'two', 'three'])
})

test('“my calendar” drops no star that another tab sets while it loads', async ({ page }) => {
  const { day } = await storeThree()
  const list = await openCalendarAddress(page, day, ['one'])
  const late = await holdFirst(page, 'answer')
  await page.reload()
  await late.reached
  const sent = list.waitForResponse('/api/calendar')
  await star(list, day, ['two'])
  await (await sent).finished()
  late.release()
  await expect(page.getByRole('link', { name: eventWords.asFile })).toBeVisible()
  await expect(findTitles(page)).toHaveText([`one ${day}`, `two ${day}`])
  await expectStar(list, `two ${day}`, true)
  await expect.poll(() => readFile(page)).toEqual(['one', 'two'])
})

test('a star that another tab removes while it is being sent stays removed', async ({
  page,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(412))
  const { day } = await storeThree()
  const list = await openCalendarAddress(page, day, ['one'])
  await list.goto(`/events/${day}`)
  const late = await holdFirst(list, 'request')
  await findStar(list, `two ${day}`).click()
  await late.reached
  const sent = page.waitForResponse('/api/calendar')
  await findStar(page, `two ${day}`).click()
  await (await sent).finished()
  late.release()
  await expect.poll(() => readFile(page)).toEqual(['one'])
  await page.reload()
  await expect(page.getByRole('link', { name: eventWords.asFile })).toBeVisible()
  await expect(findTitles(page)).toHaveText([`one ${day}`])
})

test('a star sent to an address that another tab replaces meanwhile does not stop the new address', async ({
  page,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(410))
  const { day } = await storeThree()
  const list = await openCalendarAddress(page, day, ['one'])
  await list.goto(`/events/${day}`)
  const late = await holdFirst(list, 'request')
  await findStar(list, `two ${day}`).click()
  await late.reached
  await page.getByText(personal.replace).first().click()
  await findButton(page, personal.replace).click()
  await expect(page.getByText(personal.replaced)).toBeVisible()
  const refused = list.waitForResponse('/api/calendar')
  late.release()
  expect((await refused).status()).toBe(410)
  await expect.poll(() => readFile(page)).toEqual(['one', 'two'])
  await page.reload()
  await expect(page.getByRole('link', { name: eventWords.asFile })).toBeVisible()
})

test('stars that two tabs set at the same moment are both kept', async ({ page, context }) => {
  const { day } = await storeThree()
  const other = await context.newPage()
  for (const shown of [page, other]) await shown.goto(`/events/${day}`)
  for (let round = 0; round < 12; round += 1) {
    const isStarred = round % 2 === 0
    const stars = [findStar(page, `one ${day}`), findStar(other, `two ${day}`)]
    await Promise.all(stars.map((found) => found.evaluate((button: HTMLElement) => button.click())))
    for (const shown of [page, other])
      for (const title of ['one', 'two']) await expectStar(shown, `${title} ${day}`, isStarred)
  }
})

test('a star is kept if another tab writes what it had read before', async ({ page, context }) => {
  const { day } = await storeThree()
  const other = await context.newPage()
  for (const shown of [page, other]) await shown.goto(`/events/${day}`)
  await findStar(other, `two ${day}`).click()
  await expectStar(page, `two ${day}`, true)
  const before = await other.evaluate(() => localStorage.getItem('my-calendar') ?? '')
  await findStar(page, `one ${day}`).click()
  await expectStar(other, `one ${day}`, true)
  await other.evaluate((text) => localStorage.setItem('my-calendar', text), before)
  await expect
    .poll(() => other.evaluate(() => JSON.parse(localStorage.getItem('my-calendar') ?? '{}').events.length))
    .toBe(2)
  await page.goto('/calendar')
  await expect(findTitles(page)).toHaveText([`one ${day}`, `two ${day}`])
})

test('without scripts there is no star, and the page says why', async ({ browser, baseURL }) => {
  const { day } = await storeThree()
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`/events/${day}`)
  await expect(findTitles(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: /my calendar$/ })).toHaveCount(0)
  await page.goto('/calendar')
  await expect(page.locator('.needs-script')).toBeVisible()
  await expect(page.locator('.needs-script')).toHaveText(personal.needsScript)
  await context.close()
})
