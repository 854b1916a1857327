import { chooseLanguage } from './support/language.ts'
import { listBrokenWords } from './support/layout.ts'
import { textPages } from './support/programme-screens.ts'
import { collectRequests } from './support/requests.ts'
import { expect, test } from './support/test.ts'

const links = ['home', 'about', 'events', 'apply', 'mentors', 'sponsors', 'team', 'contact']

test('every page has the programme’s header and footer', async ({ page }) => {
  for (const name of [...textPages, 'apply'] as const) {
    await page.goto(`/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'founderlist', exact: true })).toHaveAttribute('href', '/')
    await expect(
      header.getByText('pre-accelerator for founders - powered by the founders community', { exact: true }),
    ).toBeVisible()

    const items = header.getByRole('navigation', { name: 'main' }).getByRole('link')
    await expect(items).toHaveText(links)
    const hrefs = await items.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(hrefs).toEqual(['/', ...links.slice(1).map((link) => `/${link}`)])
    await expect(page.locator('[aria-current]')).toHaveText([name])
    await expect(page.locator('[aria-current=page]')).toHaveCount(1)

    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText('© the founders community', { exact: true })).toBeVisible()
    await expect(footer.locator('[href="mailto:hello@example.org"]')).toHaveText('hello@example.org')
    const call = footer.getByRole('link', { name: 'schedule a call', exact: true })
    await expect(call).toHaveAttribute('href', 'https://schedule.example.org/intro')
    await expect(call).toHaveAttribute('rel', /\bnoopener\b/)
  }
})

test('the programme’s texts have and load no script', async ({ page, request }) => {
  const loaded = collectRequests(page)
  for (const name of textPages) {
    loaded.splice(0)
    await page.goto(`/${name}`, { waitUntil: 'networkidle' })
    expect(loaded).toEqual([page.url()])
    const html = await (await request.get(`/${name}`)).text()
    expect(html).not.toMatch(/<script|<astro-island|\son[a-z]+=|javascript:/i)
  }
})

test('on a phone the header is low, and its links are one line that scrolls with the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/contact')
  const header = page.getByRole('banner')
  const items = header.getByRole('navigation', { name: 'main' }).getByRole('link')
  expect((await header.boundingBox())?.height).toBeLessThanOrEqual(110)
  const lines = await items.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top))
  expect(new Set(lines).size).toBe(1)
  await expect(items.filter({ hasText: 'contact' })).toBeInViewport({ ratio: 1 })
  await header.getByRole('combobox', { name: 'language' }).focus()
  await page.keyboard.press('Tab')
  await expect(header.getByRole('link', { name: 'post' })).toBeFocused()
  await page.keyboard.press('Tab')
  for (const link of links) {
    await expect(items.filter({ hasText: link })).toBeFocused()
    await expect(items.filter({ hasText: link })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
  }
})

test('the sponsors page prints on one sheet in every language, without broken words', async ({ page }) => {
  // The printable width of A4 paper.
  await page.setViewportSize({ width: 718, height: 1000 })
  await page.goto('/sponsors')
  for (const language of ['en', 'es', 'fr'] as const) {
    if (language !== 'en') await chooseLanguage(page, language)
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format })).toString('latin1')
      expect([language, format, pdf.match(/\/Type\s*\/Page\b/g)?.length]).toEqual([language, format, 1])
    }
    await page.emulateMedia({ media: 'print' })
    expect(await listBrokenWords(page), language).toEqual([])
    await page.emulateMedia({ media: null })
  }
})

test('the texts contain the programme’s figures, and pages end with a link to the next step', async ({
  page,
}) => {
  await page.goto('/about')
  const main = page.getByRole('main')
  await expect(main).toContainText('15-minute video sessions with updated pitches, up to 3-4 rounds')
  await expect(main).toContainText('Founders talk to 3-5 investors')
  await expect(main).not.toContainText(/[{}]/)
  await expect(page.getByRole('region', { name: '4 months of your time' }).getByRole('listitem')).toHaveCount(
    5,
  )
  await expect(main.getByRole('link', { name: 'apply to the program' })).toHaveAttribute('href', '/apply')
  await page.goto('/team')
  await expect(main.getByRole('link', { name: 'contact the team' })).toHaveAttribute('href', '/contact')
})
