import type { Page } from '@playwright/test'
import { makeEvent, pickYear, storeEvents } from './support/events.ts'
import { messages } from './support/language.ts'
import { expect, test } from './support/test.ts'

const { personal, managed, events: eventWords } = messages()

async function storeThree() {
  const day = `${pickYear()}-03-01`
  const events = ['one', 'two', 'three'].map((title, index) =>
    makeEvent({ title: `${title} ${day}`, date: `${day}T${20 + index}:00:00.000Z` }),
  )
  await storeEvents(events)
  return { day, events }
}

const findStar = (page: Page, title: string) => page.getByRole('button', { name: `my calendar: ${title}` })
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
    await expect(findStar(page, `${title} ${day}`)).toHaveAttribute('aria-pressed', 'true')
  }
}

test(
  'starred events are in “my calendar” until the star is removed, also by keyboard',
  { tag: '@narrow' },
  async ({ page }) => {
    const { day, events } = await storeThree()
    await page.goto('/calendar')
    await expect(page.getByText(personal.none)).toBeVisible()
    await star(page, day, ['two'])
    await page.goto(`/event/${events[2]!.id}`)
    const third = findStar(page, events[2]!.title)
    await third.focus()
    await page.keyboard.press('Space')
    await expect(third).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('link', { name: personal.title, exact: true }).click()
    await expect(findTitles(page)).toHaveText([`two ${day}`, `three ${day}`])
    await findStar(page, `two ${day}`).click()
    await expect(findTitles(page)).toHaveText([`three ${day}`])
    await page.reload()
    await expect(findTitles(page)).toHaveText([`three ${day}`])
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
  expect(await readFile(page)).toEqual(['one'])
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
  await findButton(page, managed.showCode).click()
  const code = await page.locator('output').innerText()

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
  expect(await readFile(page)).toEqual(['two'])
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

test('without scripts there is no star, and the page says why', async ({ browser, baseURL }) => {
  const { day } = await storeThree()
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`/events/${day}`)
  await expect(findTitles(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^my calendar/ })).toHaveCount(0)
  await page.goto('/calendar')
  await expect(page.locator('noscript p')).toHaveText(personal.needsScript)
  await context.close()
})
