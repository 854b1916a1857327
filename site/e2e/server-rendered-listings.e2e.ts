import type { Browser, Page } from '@playwright/test'
import { makeListing, postListing } from './support/listings.ts'
import { waitForScript, fillPostForm, findPostForm, findToasts, readPostForm } from './support/post-form.ts'
import { expect, status, test } from './support/test.ts'

const place = { category: 'resumes', subcategory: 'sales biz dev', location: 'NYC' } as const

/** Text of a page's main part: with JavaScript, with scripts that fail to load, and without JavaScript. */
async function readInEachWay(page: Page, browser: Browser, path: string): Promise<string[]> {
  const read = async (shown: Page) => {
    await shown.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' })
    return shown.getByRole('main').innerText()
  }
  await page.goto('/about')
  const texts = [await read(page)]
  await page.route('/_astro/*', (route) => route.abort())
  texts.push(await read(page))
  const plain = await browser.newContext({ javaScriptEnabled: false })
  texts.push(await read(await plain.newPage()))
  await plain.close()
  return texts
}

test('a category and a listing show the same with JavaScript, without it, and when scripts fail to load', async ({
  page,
  browser,
  request,
  expectFailedLoads,
}) => {
  expectFailedLoads(/ERR_FAILED/)
  const { id, title, contact } = await postListing(request, place)
  const categories = await readInEachWay(page, browser, '/category/resumes/sales-biz-dev')
  for (const text of categories) expect(text).toContain(title)
  // Other tests may post newer listings meanwhile.
  expect(new Set(categories.map((text) => text.slice(text.indexOf(title)))).size).toBe(1)
  await page.unrouteAll()
  const listings = await readInEachWay(page, browser, `/listing/${id}`)
  for (const text of listings) expect(text).toContain(contact)
  // The browser's own sharing needs a script.
  expect(new Set(listings.map((text) => text.replace('share by email', 'share'))).size).toBe(1)
})

test('the HTML of a page contains its content before any script runs', async ({ request }) => {
  const { id, title, contact } = await postListing(request, place)
  const read = async (path: string) => (await request.get(path)).text()
  expect(await read('/category/resumes?city=NYC')).toContain(`>${title}</a>`)
  expect(await read(`/listing/${id}`)).toContain(`>${contact}</a></p>`)
  expect(await read('/post?city=NYC')).toContain('<option value="NYC" selected')
})

test('the post form has no layout shift when its script loads', { tag: '@narrow' }, async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) (window as { shifts?: unknown[] }).shifts = [entry]
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const scripts = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/post', { waitUntil: 'commit' })
  // Load the web font first: on machines without the fallback fonts it shifts the layout.
  await page.evaluate(async () => {
    await document.fonts.load('1rem "Familjen Grotesk"')
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    ;(window as { shifts?: unknown[] }).shifts = []
  })
  scripts.resolve()
  await waitForScript(page)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await page.evaluate(() => (window as { shifts?: unknown[] }).shifts ?? [])).toEqual([])
})

test('a form refused before its script loaded can be corrected and posted with the script', async ({
  page,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(400))
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('/_astro/**', async (route) => {
    await promise
    await route.continue()
  })
  await page.addInitScript(() => localStorage.setItem('city', 'NYC'))
  await page.goto('/post', { waitUntil: 'commit' })
  const listing = makeListing({ category: 'services', subcategory: 'legal', description: '\n"one"\n  two' })
  await fillPostForm(page, { ...listing, title: '   ' })
  await findPostForm(page).submit.click()
  await expect(page.getByRole('alert')).toContainText('enter a title')
  resolve()
  await waitForScript(page)
  expect(await readPostForm(page)).toEqual({ ...listing, title: '   ' })
  await expect(findPostForm(page).title).toHaveAccessibleDescription(/enter a title$/)
  // From here on the typed text is stored as a draft.
  await page.goto('/post')
  await waitForScript(page)
  await expect.poll(() => readPostForm(page)).toEqual({ ...listing, title: '   ' })
  await findPostForm(page).title.fill(listing.title)
  await findPostForm(page).submit.click()
  await expect(findToasts(page)).toContainText('Success!')
})

test('the post form is sent as a plain form if its validation script fails to load', async ({
  page,
  expectFailedLoads,
}) => {
  expectFailedLoads(/ERR_FAILED/, status(400))
  await page.route(/post-listing/, (route) => route.abort())
  await page.goto('/post')
  await waitForScript(page)
  const listing = makeListing({ category: 'gigs', subcategory: 'bounties', title: ' ' })
  await fillPostForm(page, listing)
  await findPostForm(page).submit.click()
  await expect(page.getByRole('alert')).toContainText('enter a title')
  expect(await readPostForm(page)).toEqual(listing)
})
