import { findCalendar, findWeekStrip, makeEvent, pickYear, storeEvents } from './support/events.ts'
import { postListing } from './support/listings.ts'
import { mockSearches, findSearch, makeAnswer } from './support/search.ts'
import { expect, status, test } from './support/test.ts'
import { readTree } from './support/tree.ts'

/** A word that no other listing or event contains. */
function makeWord(): string {
  return `w${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
}

test('a search and opening its result work by keyboard alone', async ({ page, request }) => {
  const word = makeWord()
  const { id, title } = await postListing(request, { title: `desk ${word}`, location: 'NYC' })
  const event = makeEvent({ title: `Dinner ${word}`, date: `${pickYear()}-06-01T02:30:00Z` })
  await storeEvents([event])
  await page.goto('/')
  const { box, options, active, statusMessage, list } = findSearch(page)
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await box.focus()
  await page.keyboard.type(word)
  await expect(options).toHaveText([
    new RegExp(`^${title} \\(NYC\\) [A-Z][a-z]{2} \\d+$`),
    new RegExp(`^Dinner ${word} \\(SHACK15, Embarcadero\\) \\w+, May 31, \\d{4} · 7:30 PM$`),
  ])
  await expect(statusMessage).toHaveText('2 results')
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expect(active).toHaveCount(0)

  await page.keyboard.press('ArrowDown')
  await expect(active).toContainText(title)
  await page.keyboard.press('End')
  await expect(active).toContainText('Dinner')
  await page.keyboard.press('ArrowDown')
  await expect(active).toContainText(title)
  await page.keyboard.press('ArrowUp')
  await expect(active).toContainText('Dinner')
  await page.keyboard.press('Home')
  await expect(box).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? 'none')
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(box).toHaveValue(word)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/listing/${id}`)
})

test('the accessibility tree has the search as a combobox: closed, with grouped options, with an active option', async ({
  page,
}) => {
  await mockSearches(page, makeAnswer(['Founding engineer', '<b>desk</b>'], ['Founders breakfast'], true))
  await page.goto('/')
  const { box, options, statusMessage } = findSearch(page)
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  const label = 'combobox “search listings and events”'
  const around = (states: string, list: string[] = []) => [
    'search',
    '  LabelText',
    `  ${label} ${states}`,
    '  button “search”',
    ...list,
    '  status live=polite',
  ]
  const isTouched = await page.evaluate(() => matchMedia('(hover: none)').matches)
  const keys = isTouched ? '' : ' keyshortcuts=/'
  expect(await readTree(page, 'form.search')).toEqual(around(`autocomplete=list expanded=false${keys}`))

  const list = (reached: boolean) => [
    '  listbox “suggestions”',
    '    group “listings”',
    `      option “Founding engineer (NYC) Nov 21” selected=${reached}`,
    '        time',
    '      option “<b>desk</b> (NYC) Nov 21” selected=false',
    '        time',
    '    group “events”',
    '      option “Founders breakfast (SHACK15, Embarcadero) Sat, Nov 21, 2026 · 9:00 AM” selected=false',
    '        time',
  ]
  await box.fill('found')
  await expect(options).toHaveCount(3)
  await expect(statusMessage).toHaveText('more than 3 results')
  const open = `autocomplete=list controls=search-options expanded=true${keys}`
  expect(await readTree(page, 'form.search')).toEqual(around(open, list(false)))
  await box.press('ArrowDown')
  await expect(box).toHaveAttribute('aria-activedescendant')
  expect(await readTree(page, 'form.search')).toEqual(
    around(`activedescendant=search-option-0 ${open}`, list(true)),
  )
})

test('Enter without an option opens the results at their own URL, and Back leaves them', async ({
  page,
  request,
}) => {
  const word = makeWord()
  const { id, title } = await postListing(request, { title: `sofa ${word}` })
  await page.goto('/')
  const { box, results } = findSearch(page)
  await box.fill(` ${word} `)
  await box.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/\\?q=\\+${word}\\+$`))
  await expect(results.getByRole('region', { name: 'listings' }).getByRole('link')).toHaveText([title])
  await expect(results.getByRole('status')).toHaveText('1 result')
  await expect(results.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(results.getByRole('heading', { level: 2 })).toBeInViewport()
  await expect(page).toHaveTitle(`results for “${word}” · founderlist`)
  await expect(box).toHaveValue(word)
  await results.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/listing/${id}`)
  await page.goBack()
  await expect(results.getByRole('link', { name: title })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(results).toHaveCount(0)
  await expect(page).toHaveTitle('San Francisco · founderlist')
})

test('on a phone the results come right after the search box, and the calendar between is folded', async ({
  page,
  request,
}) => {
  const word = makeWord()
  const { title } = await postListing(request, { title: `chair ${word}` })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/?q=${word}`)
  const { results } = findSearch(page)
  await expect(results.getByRole('link', { name: title })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'about the program' })).toHaveCount(0)
  await expect(findWeekStrip(page)).toBeHidden()
  await page.getByRole('complementary').locator('summary').first().click()
  await expect(findWeekStrip(page)).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(findCalendar(page).today).toBeVisible()
})

test('a slash can be typed into the search box, and an empty search is not sent', async ({ page }) => {
  await page.goto('/')
  const { box, button, statusMessage } = findSearch(page)
  await box.focus()
  await page.keyboard.type('w/o')
  await expect(box).toHaveValue('w/o')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue('')
  await page.keyboard.type('  ')
  await button.click()
  await expect(page).toHaveURL('/')
  await expect(box).toBeFocused()
  await expect(statusMessage).toHaveText('')
})

test('a late answer to an earlier query is ignored', async ({ page }) => {
  const late = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('/api/search?*', async (route) => {
    const isFirst = route.request().url().endsWith('q=slow')
    if (isFirst) {
      asked.resolve()
      await late.promise
    }
    // The browser may have aborted the first request by then.
    await route.fulfill({ json: makeAnswer([isFirst ? 'slow one' : 'quick one'], []) }).catch(() => {})
  })
  await page.goto('/')
  const { box, options } = findSearch(page)
  await box.fill('slow')
  await asked.promise
  await box.fill('quick')
  await expect(options).toHaveText([/^quick one/])
  late.resolve()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(options).toHaveText([/^quick one/])
})

test('Enter does not open an option that appeared after the arrow keys', async ({ page }) => {
  const late = Promise.withResolvers<void>()
  await page.route('/api/search?*', async (route) => {
    const isSecond = route.request().url().endsWith('q=second')
    if (isSecond) await late.promise
    await route.fulfill({ json: makeAnswer([isSecond ? 'another one' : 'one'], []) })
  })
  await page.goto('/')
  const { box, options } = findSearch(page)
  await box.fill('first')
  await expect(options).toHaveText([/^one/])
  await box.fill('second')
  await box.press('ArrowDown')
  await expect(box).toHaveAttribute('aria-activedescendant', /./)
  late.resolve()
  await expect(options).toHaveText([/^another one/])
  await expect(box).not.toHaveAttribute('aria-activedescendant')
  await box.press('Enter')
  await expect(page).toHaveURL('/?q=second')
})

test('a search without results says so, at the box and on the page', async ({ page }) => {
  await page.goto('/')
  const { box, statusMessage, results } = findSearch(page)
  await box.fill('zqxjkvbzqxjk')
  await expect(statusMessage).toHaveText('no results')
  await expect(statusMessage).toBeInViewport()
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await box.press('Enter')
  await expect(results.getByRole('status')).toHaveText('no results')
  await expect(results).toContainText('try another word or fewer words.')
})

test('while the database is down the box and the page say so, and the text stays', async ({
  page,
  serverWithProxy,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(503))
  const sentence = '503: this is not available right now, try again in a moment'
  await page.goto(serverWithProxy.address)
  serverWithProxy.proxy.cut()
  const { box, statusMessage, results } = findSearch(page)
  await box.fill('desk')
  await expect(statusMessage).toHaveText(sentence)
  await expect(box).toHaveValue('desk')
  await box.press('Enter')
  await expect(results.getByRole('alert')).toHaveText(
    'search is not available right now, try again in a moment.',
  )
  await expect(box).toHaveValue('desk')
})

test('a click opens an option, and the list closes when the box loses the focus', async ({
  page,
  request,
}) => {
  const word = makeWord()
  const { id } = await postListing(request, { title: word })
  await page.goto('/')
  const { box, options, list } = findSearch(page)
  await box.fill(word)
  await expect(options).toHaveCount(1)
  await box.press('Tab')
  await expect(list).toBeHidden()
  await box.focus()
  await box.press('ArrowDown')
  await options.click()
  await expect(page).toHaveURL(`/listing/${id}`)
})
