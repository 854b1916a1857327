import { expect, type Page, test } from '@playwright/test'
import type { PostedListing } from '#domain/listings/listing.ts'
import { useWholeSite } from './support/whole-site.ts'

const readSite = useWholeSite({
  TRUSTED_PROXIES: '127.0.0.1',
  TOTAL_POSTS_PER_HOUR: '20',
  REPORTS_TO_HIDE: '1',
})

/** Each from a network of its own. */
async function postMany(page: Page, from: number, to: number): Promise<PostedListing[]> {
  const posted: PostedListing[] = []
  for (let number = from; number <= to; number += 1) {
    const answer = await page.request.post(`${readSite().address}/api/listings`, {
      headers: { 'X-Forwarded-For': `10.0.${number}.1` },
      data: {
        category: 'housing',
        subcategory: 'rooms shared',
        title: `Room number ${number}.`,
        description: 'A quiet room.',
        contact: 'room@example.org',
        location: 'SF',
      },
    })
    expect(answer.status()).toBe(201)
    posted.push((await answer.json()) as PostedListing)
  }
  return posted
}

async function countShown(page: Page, listings: Array<{ id: string }>): Promise<number> {
  const open = ({ id }: { id: string }) => page.request.get(`${readSite().address}/api/listings/${id}`)
  const answers = await Promise.all(listings.map(open))
  return answers.filter((answer) => answer.ok()).length
}

test('beyond the total, posts are held; 20 quick presses of s release 20 listings', async ({ page }) => {
  const { address, studio } = readSite()
  const shown = await postMany(page, 1, 20)
  const held = await postMany(page, 21, 40)
  expect([await countShown(page, shown), await countShown(page, held)]).toEqual([20, 0])
  const readHealth = async () => (await page.request.get(`${address}/api/health`)).json() as Promise<unknown>
  await expect
    .poll(readHealth, { timeout: 30_000 })
    .toMatchObject({ status: 'degraded', problems: [{ name: 'posts' }] })

  for (const [prefix, words] of [
    ['', 'very many listings are being posted right now'],
    ['/es', 'ahora mismo se publican muchísimos anuncios'],
    ['/fr', 'énormément d’annonces arrivent en ce moment'],
  ] as const) {
    await page.goto(`${address}${prefix}/listing/${held[0]?.id}#manage=${held[0]?.manageToken}`)
    await page.reload()
    await expect(page.getByText(words)).toBeVisible()
  }

  await page.goto(`${studio}/moderation`)
  await expect(page.getByRole('tab', { name: 'Waiting (20)' })).toBeVisible()
  await page.keyboard.press('j')
  const panel = page.getByRole('region', { name: 'The open listing' })
  await expect(panel.getByRole('heading', { name: 'Room number 40.' })).toBeVisible()
  await page.keyboard.press('d')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(panel.getByRole('heading', { name: 'Room number 39.' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Waiting (19)' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByRole('tab', { name: 'Waiting (20)' })).toBeVisible()

  for (let press = 0; press < 20; press += 1) await page.keyboard.press('s')
  await expect.poll(() => countShown(page, held)).toBe(20)
  await expect(page.getByText('Nothing here.')).toBeVisible()
})

test('reports hide five listings within an hour, and one button restores what their networks hid', async ({
  page,
}) => {
  const { address, studio } = readSite()
  await page.goto(`${studio}/moderation`)
  await page.getByRole('tab', { name: 'Newest' }).click()
  await expect(page.getByRole('button', { name: /^Room number/ })).toHaveCount(40)
  const found = await page.request.get(`${address}/api/listings/category/housing`)
  const listings = ((await found.json()) as Array<{ id: string }>).slice(0, 6)
  for (const [at, { id }] of listings.entries()) {
    const report = await page.request.post(`${address}/api/listings/${id}/reports`, {
      headers: { 'X-Forwarded-For': `2001:db8:77:${at}::1` },
      data: { reason: 'scam' },
    })
    expect(report.status()).toBe(202)
  }
  expect(await countShown(page, listings)).toBe(1)
  await expect(page.getByText('Reports have hidden many listings')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await page.getByRole('button', { name: 'Let reports hide listings again' }).click()
  await expect(page.getByText('Reports have hidden many listings')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Waiting (5)' }).click()
  await page
    .getByRole('button', { name: /^Room number/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Reject all reports of these networks' }).click()
  await expect.poll(() => countShown(page, listings)).toBe(6)
  await expect(page.getByRole('tab', { name: 'Reported', exact: true })).toBeVisible()
  await page.keyboard.press('u')
  await expect.poll(() => countShown(page, listings)).toBe(1)
})
