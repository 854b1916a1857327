import { serveAsStaticHost } from './support/static-host.ts'
import { expect, status, test } from './support/test.ts'

test.beforeEach(({ expectFailedLoads }) => expectFailedLoads(status(404)))

const paths = [
  '/404',
  '/nothing/here',
  '/post/more',
  '/category',
  '/category/jobs/product/more',
  '/listing',
  '/index.html',
  '/event',
  '/events/2026-02-30',
  '/events/2026-11-21/more',
  '/events/tomorrow',
  '/category/no-such-thing',
  '/category/jobs/no-such-thing?city=SF',
  '/category/%E0%A4%A/100%',
  '/category/%3Cscript%3E/a%2Fb',
]

test('an unknown path and an unknown category show the same screen with status 404', async ({ page }) => {
  for (const path of paths) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('404 Page Not Found')
    await expect(
      page.getByText('Did you forget to add the page to the router?', { exact: true }),
    ).toBeVisible()
  }
})

const ids = ['1', 'not-a-uuid', '%zz', 'a%2Fb', '00000000-0000-0000-0000-00000000000g']

for (const host of ['server', 'static host'] as const) {
  test(`an id that is none is that of a missing listing or event, and an unknown category is missing, on the ${host}`, async ({
    page,
  }) => {
    if (host === 'static host') await serveAsStaticHost(page)
    for (const id of ids) {
      for (const [path, text] of [
        [`/listing/${id}`, 'listing not found'],
        [`/event/${id}`, 'Event Not Found'],
      ] as const) {
        const response = await page.goto(path)
        if (host === 'server') expect(response?.status(), path).toBe(404)
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(text)
      }
      await expect(page.getByText("The event you're looking for doesn't exist.")).toBeVisible()
      await expect(page.getByRole('link', { name: '← back to events' })).toBeVisible()
    }
    await page.goto('/category/enginering')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
    await expect(page.getByRole('main').getByRole('listitem')).toContainText(['jobs > engineering'])
  })
}

test('the not-found screen links to the home page and loads no script', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/nothing', { waitUntil: 'networkidle' })
  expect(scripts).toEqual([])
  await page.getByRole('link', { name: 'back to home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('San Francisco')
})

test('a URL with a trailing slash redirects to the one without', async ({ page }) => {
  await page.goto('/category/jobs/product/?from=mail')
  await expect(page).toHaveURL('/category/jobs/product?from=mail')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('product')
})
