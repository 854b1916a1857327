import { unfold } from './support/events.ts'
import { postListing } from './support/listings.ts'
import { expect, test } from './support/test.ts'

/** The spec's section 3, word for word: the blocks in their order, each with its items' slugs. */
const blocks = {
  community:
    'accelerators crypto AI biotech neuroscience music artists longevity human-flourishing robotics wearables XR-VR-AR-MR',
  founders: 'cofounder-matching pitch-deck-reviews pitch-templates guides-tutorials',
  investors: 'venture-capital accelerators angels foundations',
  housing:
    'hacker-hotel facebook-group hacker-houses housing-swap housing-wanted rooms-shared sublets-temporary',
  services:
    'coworking fundraising-help legal marketing-pr technical-consulting events catering music content-creation',
  jobs: 'engineering design-ux product sales-biz-dev marketing',
  gigs: 'contract-work advisors-wanted bounties',
  resumes: 'engineering design-ux product sales-biz-dev marketing',
}

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test('the home page is titled San Francisco and leads to the post form', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('San Francisco')
  await page.getByRole('banner').getByRole('link', { name: 'post', exact: true }).click()
  await expect(page).toHaveURL('/post')
})

test('the blocks are in the spec’s order', async ({ page }) => {
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    ...Object.keys(blocks),
    'newest in San Francisco',
    'next 7 days',
  ])
})

test('each block links to each of its items in the spec’s order', async ({ page }) => {
  for (const [block, slugs] of Object.entries(blocks)) {
    const list = page.getByRole('region', { name: block, exact: true }).getByRole('list')
    const links = list.locator('a[href^="/category/"]')
    const hrefs = await links.evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('href')),
    )
    expect(hrefs).toEqual(slugs.split(' ').map((slug) => `/category/${block}/${slug}?city=SF`))
    const names = slugs
      .split(' ')
      .map((slug) => (slug === 'XR-VR-AR-MR' ? 'XR/VR/AR/MR' : slug.replaceAll('-', ' ')))
    await expect(links).toHaveText(names)
  }
})

test('the programme is described above the listings, with a link to its form', async ({ page }) => {
  const programme = page.getByRole('region', { name: 'program' })
  await expect(programme).toContainText('pre-accelerator')
  for (const [name, path] of [
    ['apply', '/apply'],
    ['about the program', '/about'],
  ] as const)
    await expect(programme.getByRole('link', { name })).toHaveAttribute('href', path)
})

for (const [device, width, height] of [
  ['laptop', 1280, 800],
  ['phone', 390, 844],
] as const) {
  test(`a ${device} shows without scrolling what this is, how to apply, the search, today and the first categories`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const programme = page.getByRole('region', { name: 'program' })
    for (const part of [
      programme.getByText('pre-accelerator'),
      programme.getByRole('link', { name: 'apply' }),
      page.getByRole('searchbox').or(page.getByRole('combobox', { name: 'search listings and events' })),
      page.getByRole('region', { name: 'events today' }),
      page.getByRole('link', { name: 'accelerators' }).first(),
    ])
      await expect(part).toBeInViewport({ ratio: 0.9 })
  })
}

test('the program’s strip is lower on a later visit, and keeps its links', async ({ page, context }) => {
  const heightOf = async (opened: typeof page) =>
    (await opened.getByRole('region', { name: 'program' }).boundingBox())?.height ?? Number.NaN
  const whole = await heightOf(page)
  await page.reload()
  expect(await heightOf(page)).toBe(whole)
  const later = await context.newPage()
  await later.goto('/')
  expect(await heightOf(later)).toBeLessThan(whole / 1.5)
  await expect(later.getByRole('link', { name: 'apply', exact: true })).toHaveCount(2)
})

test('counts and newest listings are for the shown city, also for a remembered one before scripts load', async ({
  page,
  request,
  expectFailedLoads,
}) => {
  const place = { category: 'resumes', subcategory: 'marketing' } as const
  const west = await postListing(request, { ...place, location: 'SF' })
  const east = await postListing(request, { ...place, location: 'NYC' })
  const count = page
    .getByRole('region', { name: 'resumes' })
    .getByRole('listitem')
    .filter({ hasText: 'marketing' })
    .locator('span:visible')
  const expectNewest = async (city: string, shown: string[], hidden: string[]) => {
    const newest = page.getByRole('region', { name: `newest in ${city}` })
    for (const name of shown) await expect(newest.getByRole('link', { name })).toBeVisible()
    for (const name of hidden) await expect(page.getByRole('link', { name })).toHaveCount(0)
  }
  await page.goto('/')
  const ofWest = Number(await count.textContent())
  expect(ofWest).toBeGreaterThanOrEqual(1)
  await expectNewest('San Francisco', [west.title], [east.title])
  await page.goto('/?city=NYC')
  const ofEast = Number(await count.textContent())
  await expectNewest('New York City', [east.title], [west.title])
  await page.goto('/?city=both')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('San Francisco + New York City')
  await expect(count).toHaveText(String(ofWest + ofEast))
  await expectNewest('San Francisco + New York City', [west.title, east.title], [])
  await expect(page.getByRole('link', { name: 'bounties' })).toHaveAttribute(
    'href',
    '/category/gigs/bounties?city=both',
  )
  expectFailedLoads(/ERR_FAILED/)
  await page.goto('/?city=NYC')
  await page.route('/_astro/*.js', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New York City')
  await expectNewest('New York City', [east.title], [west.title])
  await expect(count).toHaveText(String(ofEast))
})

test('no link of the home page is dead', async ({ page, request }) => {
  const links = page.getByRole('link')
  const hrefs = new Set(
    await links.evaluateAll((elements) => elements.map((link) => link.getAttribute('href') ?? '')),
  )
  expect(hrefs.size).toBeGreaterThan(50)
  for (const href of hrefs) {
    if (href.startsWith('#')) await expect(page.locator(href)).toHaveCount(1)
    // The footer also has a mailto: link and a link to another site.
    else if (href.startsWith('/')) expect((await request.get(href)).status(), href).toBe(200)
  }
})

test('the blocks of founders and investors link to the programme’s pages', async ({ page }) => {
  for (const [block, name, path] of [
    ['founders', 'apply to accelerator', '/apply'],
    ['founders', 'events', '/events'],
    ['founders', 'weekly events', '/events'],
    ['investors', 'become a mentor', '/mentors'],
    ['investors', 'sponsor program', '/sponsors'],
  ] as const) {
    const region = page.getByRole('region', { name: block, exact: true })
    await expect(region.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }
})

test(
  'the home page makes no API request until the reader changes the month, then at most one for its events',
  { tag: '@narrow' },
  async ({ page }) => {
    // The requests of the first load are not counted.
    await page.waitForLoadState('networkidle')
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const findReads = () => requested.filter((url) => url.includes('/api/'))
    await page.reload({ waitUntil: 'networkidle' })
    expect(requested.filter((url) => /toaster|mount-/i.test(url))).toEqual([])
    expect(findReads()).toEqual([])
    await unfold(page)
    await page.getByRole('button', { name: /^next (month|week)$/ }).click()
    await page.getByRole('button', { name: /^previous (month|week)$/ }).click()
    await page.waitForLoadState('networkidle')
    for (const url of findReads()) expect(url).toMatch(/\/api\/events\?from=[\d-]{10}&to=[\d-]{10}$/)
    expect(findReads().length).toBeLessThanOrEqual(1)
  },
)
