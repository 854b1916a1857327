import type { Page } from '@playwright/test'
import {
  expireListing,
  findActions,
  findDialog,
  findNotice,
  storeManagedListings,
  openDialog,
  postByForm,
  postManagedListing,
} from './support/managed-listings.ts'
import { findPostForm } from './support/post-form.ts'
import { expect, status, test } from './support/test.ts'

const readStored = (page: Page) => page.evaluate(() => localStorage.getItem('listings'))

test('a posted listing shows its manage link once, and can be edited, renewed and deleted under “account”', async ({
  page,
  request,
}) => {
  const title = await postByForm(page, { category: 'community', subcategory: 'music' })
  const notice = findNotice(page)
  await expect(notice.link).toHaveAttribute('href', /\/listing\/[0-9a-f-]{36}#manage=[\w-]{43}$/)
  await expect(notice.region).toContainText('this browser also keeps it under “account”.')
  const id = /[0-9a-f-]{36}/.exec((await notice.link.getAttribute('href')) ?? '')?.[0] ?? ''
  await page.reload({ waitUntil: 'networkidle' })
  await expect(notice.region).toHaveCount(0)

  const { row, rows, statusMessage } = await openDialog(page)
  await expect(row(title)).toContainText('(SF) expires in 45 days')
  const { edit, save, renew, remove, confirm } = findActions(rows)
  await edit.click()
  const form = findPostForm(page)
  await expect(form.category).toBeFocused()
  await expect(form.subcategory).toHaveValue('music')
  await form.category.selectOption('jobs')
  await form.subcategory.selectOption('marketing')
  await form.title.fill(`${title}, edited`)
  const company = page.getByLabel('company', { exact: true })
  await company.fill('Acme')
  await save.click()
  await expect(statusMessage).toHaveText(`“${title}, edited” has been saved.`)
  await expect(edit).toBeFocused()
  const read = async () => (await request.get(`/api/listings/${id}`)).json() as Promise<object>
  expect(await read()).toHaveProperty('company', 'Acme')
  await edit.click()
  await company.fill('')
  await save.click()
  await expect.poll(read).not.toHaveProperty('company')
  expect(await (await request.get(`/api/listings/${id}`)).json()).toMatchObject({
    title: `${title}, edited`,
    category: 'jobs',
    subcategory: 'marketing',
    contact: 'ada@example.org',
  })

  await expireListing(id, '2026-11-20T12:00:00Z')
  await page.reload()
  await findDialog(page).open.click()
  await expect(row(`${title}, edited`)).toContainText('expired on Nov 20, 2026')
  await renew.click()
  await expect(statusMessage).toHaveText(`“${title}, edited” has been renewed: it expires in 30 days.`)
  await expect(row(title)).toContainText('expires in 30 days')
  expect((await request.get(`/api/listings/${id}`)).status()).toBe(200)

  await remove.click()
  await confirm.click()
  await expect(statusMessage).toHaveText(`“${title}, edited” has been deleted.`)
  await expect(rows).toHaveCount(0)
  expect((await request.get(`/api/listings/${id}`)).status()).toBe(404)
  expect(await readStored(page)).toBe('[]')
})

test('the dialog works by keyboard alone, and the focus is never lost', async ({ page, request }) => {
  const own = await postManagedListing(request)
  await storeManagedListings(page, [await postManagedListing(request), own])
  await page.goto('/')
  const { open, dialog, close, rows, paste } = findDialog(page)
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(close).toBeFocused()
  const { edit, cancel, remove, confirm } = findActions(rows.first())
  await edit.press('Enter')
  await expect(findPostForm(page).category).toBeFocused()
  await cancel.press('Enter')
  await expect(edit).toBeFocused()
  await remove.press('Enter')
  await expect(confirm).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(confirm).toBeHidden()
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(confirm).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('link')).toBeFocused()
  // Elements behind the dialog cannot be reached.
  await paste.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.id)).toBe('my-listings')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  // Reopened, the dialog shows the present state of the listings.
  await expireListing(own.id)
  await page.keyboard.press('Enter')
  await expect(rows).toContainText('expired on Mar 8, 2026')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  // A URL opens the dialog; closing it restores the URL of the home page.
  await page.goto('/#my-listings')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
  await expect(page.locator('#my-listings')).toBeHidden()
})

test('failures are reported, and typed text stays', async ({ page, request, expectFailedLoads }) => {
  expectFailedLoads(status(503))
  await storeManagedListings(page, [await postManagedListing(request)])
  const { rows, alert, statusMessage } = await openDialog(page)
  const { edit, save, renew, remove, confirm } = findActions(rows)
  await page.route('/api/listings/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 503, body: 'not now' }),
  )
  await renew.click()
  await expect(alert).toHaveText('503: not now')
  const answer = Promise.withResolvers<void>()
  await page.route('/api/listings/**', async (route) => {
    if (route.request().method() === 'DELETE') await answer.promise
    await route.fallback()
  })
  await remove.click()
  await confirm.press('Enter')
  await confirm.press('Enter')
  await expect(confirm).toBeFocused()
  answer.resolve()
  await expect(alert).toHaveText('503: not now')
  await expect(confirm).toBeFocused()
  await edit.click()
  const form = findPostForm(page)
  await form.title.fill('')
  await save.click()
  await expect(alert).toContainText('enter a title')
  await expect(alert).toBeFocused()
  await form.title.fill('typed with care')
  await save.click()
  await expect(alert).toHaveText('503: not now')
  await expect(form.title).toHaveValue('typed with care')
  await expect(save).toBeFocused()
  await page.unroute('/api/listings/**')
  await save.click()
  await expect(statusMessage).toHaveText('“typed with care” has been saved.')
})

test('deleted listings, invalid manage links and failed requests have different messages', async ({
  page,
  request,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(404), status(403), status(503))
  const [there, gone, foreign, away] = await Promise.all([1, 2, 3, 4].map(() => postManagedListing(request)))
  if (!there || !gone || !foreign || !away) throw new Error('expected four posted listings')
  const headers = { Authorization: `Bearer ${gone.manageToken}` }
  await request.delete(`/api/listings/${gone.id}`, { headers })
  await page.route(`/api/listings/${away.id}`, (route) => route.fulfill({ status: 503, body: 'not now' }))
  await storeManagedListings(page, [there, gone, { ...foreign, manageToken: 'w'.repeat(43) }, away])
  const { row, rows, statusMessage } = await openDialog(page)
  await expect(row(there.title)).toContainText('(SF) expires in 30 days')
  await expect(row(gone.title)).toContainText('no longer exists')
  await expect(row(foreign.title)).toContainText('its manage link no longer works')
  await expect(row(away.title).getByRole('alert')).toHaveText('503: not now')
  await page.unroute(`/api/listings/${away.id}`)
  await findActions(row(away.title)).retry.click()
  await expect(row(away.title)).toContainText('expires in 30 days')
  await expect(row(away.title).getByRole('link')).toBeFocused()
  await findActions(row(gone.title)).forget.click()
  await expect(statusMessage).toHaveText(`“${gone.title}” has been removed from this list.`)
  await expect(rows).toHaveCount(3)
  // A listing that is deleted while it is shown.
  await request.delete(`/api/listings/${there.id}`, {
    headers: { Authorization: `Bearer ${there.manageToken}` },
  })
  await findActions(row(there.title)).remove.click()
  await expect(findActions(row(there.title)).confirm).toHaveAccessibleDescription(
    `delete “${there.title}” for good?`,
  )
  await findActions(row(there.title)).confirm.click()
  await expect(statusMessage).toHaveText(`“${there.title}” had already been deleted.`)
  await expect(row(there.title)).toContainText('no longer exists')
  await expect(row(there.title).getByRole('link')).toBeFocused()
  expect(await page.locator('#my-listings').innerHTML()).not.toContain(there.manageToken)
})

test('a backup code adds the listings to those of another browser', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const [one, two, three] = [
    await postManagedListing(request),
    await postManagedListing(request),
    await postManagedListing(request),
  ]
  await storeManagedListings(page, [one, two])
  const here = await openDialog(page)
  await here.showCode.click()
  const code = await here.code.inputValue()

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const other = await context.newPage()
  await storeManagedListings(other, [three, two])
  const there = await openDialog(other)
  for (const [text, message] of [
    ['rubbish', 'this is not a backup code.'],
    [code.slice(0, -5), 'this backup code is incomplete: copy all of it.'],
    [code.replace('listings-1', 'listings-7'), 'this backup code is from another version of this site.'],
  ] as const) {
    await there.paste.fill(text)
    await there.add.click()
    await expect(there.alert).toHaveText(message)
    await expect(there.paste).toBeFocused()
    await expect(there.paste).toHaveValue(text)
    await expect(there.rows).toHaveCount(2)
  }
  await there.paste.fill(`\n${code.slice(0, 50)}\n${code.slice(50)} `)
  await there.add.click()
  await expect(there.statusMessage).toHaveText('1 listing added, 1 already here.')
  await expect(there.rows).toHaveText([three, two, one].map(({ title }) => new RegExp(`^${title}`)))
  await findActions(there.row(one.title)).renew.click()
  await expect(there.statusMessage).toHaveText(`“${one.title}” has been renewed: it expires in 30 days.`)
  await other.reload()
  await there.open.click()
  await expect(there.rows).toHaveCount(3)
  await context.close()
})

test('two tabs share one list of listings', async ({ page, context, request }) => {
  const [one, two] = [await postManagedListing(request), await postManagedListing(request)]
  await storeManagedListings(page, [one])
  const { rows } = await openDialog(page)
  await expect(rows).toHaveCount(1)
  const other = await context.newPage()
  await other.goto(two.path)
  await expect(rows).toHaveCount(2)
  await findActions(rows.first()).remove.click()
  await findActions(rows.first()).confirm.click()
  await expect(rows).toHaveText([new RegExp(`^${one.title}`)])
})

test('listings that a tab cannot store stay in it when another tab stores others', async ({
  page,
  context,
  request,
}) => {
  const own = await postManagedListing(request)
  await storeManagedListings(page, [own])
  const { rows, showCode, code, paste, add, dialog } = await openDialog(page)
  await showCode.click()
  const backup = await code.inputValue()
  await page.evaluate(() => {
    Storage.prototype.setItem = function refuse() {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await paste.fill(backup)
  await add.click()
  await expect(dialog).toContainText('this browser cannot remember listings')
  const other = await context.newPage()
  await other.goto('/')
  await page.evaluate(() =>
    window.addEventListener('storage', () => {
      document.body.dataset['heard'] = ''
    }),
  )
  await other.evaluate(() => localStorage.setItem('listings', '[]'))
  await expect(page.locator('[data-heard]')).toHaveCount(1)
  await expect(rows).toHaveText([new RegExp(`^${own.title}`)])
})

test('a manage link can be copied, and is shown if the browser does not allow copying', async ({
  page,
  context,
  request,
}) => {
  const own = await postManagedListing(request)
  await storeManagedListings(page, [own])
  const { rows, row } = await openDialog(page)
  const link = new URL(own.path, page.url()).href
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await findActions(rows).copy.click()
  await expect(row(own.title)).toContainText('copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await findActions(rows).copy.click()
  await expect(row(own.title)).toContainText(`select the text and copy it yourself: ${link}`)
})

test.describe('when storage is blocked', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      }
    })
  })

  test('a post succeeds, and its manage link is shown with a note that it is not stored', async ({
    page,
    request,
  }) => {
    const title = await postByForm(page)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')).toContainText(
      'Your listing has been posted.',
    )
    const { region, link } = findNotice(page)
    await expect(region).toContainText('this browser cannot store it: copy it now.')
    const { pathname, hash } = new URL((await link.getAttribute('href')) ?? '')
    const headers = { Authorization: `Bearer ${hash.slice('#manage='.length)}` }
    const own = await request.get(`/api${pathname.replace('listing', 'listings')}`, { headers })
    expect(await own.json()).toMatchObject({ title })
  })

  test('listings are forgotten when the page is left', async ({ page, request }) => {
    const { path, title } = await postManagedListing(request)
    await page.goto(path)
    await expect(page.getByText('this browser cannot remember listings', { exact: false })).toBeVisible()
    const { dialog, rows } = await openDialog(page)
    await expect(dialog).toContainText('you have no listings in this browser yet.')
    await expect(rows).toHaveCount(0)
    expect(title).not.toBe('')
  })
})

test('a post succeeds when storage is full, and its manage link is shown', async ({ page }) => {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function refuse(key, value) {
      if (this === localStorage) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
  await postByForm(page)
  await expect(findNotice(page).region).toContainText('this browser cannot store it: copy it now.')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('“account” leads to a text about the manage link, and “close” back to the same city', async ({
    page,
  }) => {
    await page.goto('/?city=NYC')
    const { open } = findDialog(page)
    await open.click()
    await expect(page).toHaveURL('/?city=NYC#my-listings')
    const words = page.locator('#my-listings .needs-script').first()
    await expect(words).toBeInViewport()
    await expect(words).toContainText('use the manage link you got when you posted it')
    await page.locator('#my-listings').getByRole('link', { name: 'close' }).click()
    await expect(words).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New York City')
  })
})
