import type { Page } from '@playwright/test'
import { chooseLanguage } from './support/language.ts'
import { expect, test } from './support/test.ts'

/** The text of the page's main part, with whitespace collapsed. */
async function readMain(page: Page, path: string): Promise<string> {
  await page.goto(path)
  return (await page.getByRole('main').innerText()).replace(/\s+/g, ' ')
}

/** Texts and figures of the spec's sections 1, 2 and 9, verbatim. */
const texts = {
  '/about': [
    // Section 1.
    'demo days and workshops',
    'weekly pitch practice',
    'a mentor and investor feedback loop',
    'Phase 0',
    'a one-liner, a deck and a short video',
    'Phase 1',
    'updated pitches',
    'Mentors vote on readiness: greenlight, feedback or block.',
    'Phase 2: fundraising execution',
    'a meeting pipeline, then pitch and close',
    'set goals',
    'build in public',
    'ship weekly with a demo every Friday',
    'radical candor',
    'always be closing',
    'keep it simple',
    // Section 9.
    '4 months',
    '16 events 1 per week',
    '5-minute pitch call: 2 minutes pitch, 3 minutes Q&A',
    '3-4 feedback rounds in 15-minute video sessions',
    '3-5 investor conversations',
  ],
  '/apply': [
    'What Happens Next?',
    'review',
    '5-min pitch call',
    'feedback rounds with mentors',
    'connection to investors',
  ],
  '/mentors': [
    'engagement',
    'value',
    'how it works',
    'contact',
    'asynchronous feedback',
    'vote on readiness: greenlight, feedback or block',
    'optionally take 1:1 calls or a helpline',
    'may receive advisory shares',
    'hello@example.org',
  ],
  '/sponsors': [
    '10-15 cities per quarter',
    'event deliverables',
    'budget overview',
    'hacker house package',
    '16 events',
    '$25,000 budget',
    '$1,500 per event',
    'including food, drinks, swag, signage, streaming and photos',
    'hello@example.org',
  ],
  '/contact': ['apply', 'hello@example.org', 'sponsors'],
}

for (const [path, expected] of Object.entries(texts)) {
  test(`${path} has every word and figure of the spec`, async ({ page }) => {
    const text = await readMain(page, path)
    for (const one of expected) expect.soft(text).toContain(one)
  })
}

test('the core values and the next steps are lists', async ({ page }) => {
  await page.goto('/about')
  const values = page.getByRole('region', { name: 'core values' }).getByRole('listitem')
  await expect(values).toHaveCount(6)
  await page.goto('/apply')
  await expect(page.getByRole('region', { name: 'What Happens Next?' }).getByRole('listitem')).toHaveText([
    'review',
    '5-min pitch call',
    'feedback rounds with mentors',
    'connection to investors',
  ])
})

test('the sponsorship tiers are a table', async ({ page }) => {
  await page.goto('/sponsors')
  const table = page.getByRole('table', { name: 'sponsorship tiers, per quarter' })
  await expect(table.getByRole('columnheader')).toHaveText(['tier', 'price', 'cities', 'includes'])
  const rows = [
    ['Tier 1 Pilot', '$150K per quarter', '6-8 cities', /^\s*1 virtual camp\s*builder reporting\s*$/],
    [
      'Tier 2 Core recommended',
      '$250K per quarter',
      '10+ cities',
      /^\s*deeper founder funnel\s*MVP support\s*$/,
    ],
    ['Tier 3 Flagship', '$350K per quarter', '15+ cities', /^\s*full team\s*ecosystem-wide activation\s*$/],
  ] as const
  for (const [name, ...cells] of rows) {
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    await expect(row.getByRole('cell')).toHaveText(cells)
  }
})

test('the KPIs are a table', async ({ page }) => {
  await page.goto('/sponsors')
  const table = page.getByRole('table', { name: 'KPIs per quarter' })
  await expect(table.getByRole('columnheader')).toHaveText(['KPI', 'target'])
  const rows = {
    'cities activated': '10-15',
    'event attendance': '500+ total',
    'MVPs built': '100+',
    'founders in grant funnel': '20+',
    'builder database': '1000+',
    'weekly reports': 'delivered every Friday',
  }
  await expect(table.getByRole('rowheader')).toHaveText(Object.keys(rows))
  await expect(table.getByRole('cell')).toHaveText(Object.values(rows))
})

test('the accessibility tree contains the tables at any width', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/sponsors')
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const count = (role: string) => nodes.filter((node) => !node.ignored && node.role?.value === role).length
  // Three tiers with three cells each, six KPIs with one cell each, and a header row per table.
  expect([count('table'), count('row'), count('rowheader'), count('columnheader')]).toEqual([2, 11, 9, 6])
  expect(count('cell')).toBe(3 * 3 + 6)
})

test('the activations name all eleven cities', async ({ page }) => {
  await page.goto('/sponsors')
  await expect(page.getByRole('region', { name: 'city activations' }).getByRole('listitem')).toHaveText(
    'SF NYC Austin Toronto Lisbon Berlin Prague Bangalore Dubai Bangkok Taipei'.split(' '),
  )
})

test('the team is three members, each with responsibilities', async ({ page }) => {
  await page.goto('/team')
  const heading = page.getByRole('heading', { level: 2 })
  const members = page.getByRole('main').getByRole('listitem').filter({ has: heading })
  await expect(members).toHaveCount(3)
  for (const member of await members.all()) {
    await expect(member.getByRole('heading', { level: 2 })).toHaveText(/\S/)
    expect(await member.getByRole('listitem').count()).toBeGreaterThan(0)
  }
})

test('the contact page leads to apply, to an email about mentoring, and to sponsors', async ({ page }) => {
  await page.goto('/contact')
  const links = page.getByRole('main').getByRole('link')
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual([
    '/apply',
    'mailto:hello@example.org?subject=Mentoring%20at%20founderlist',
    '/sponsors',
  ])
})

for (const [path, subject] of [
  ['/mentors', 'Mentoring%20at%20founderlist'],
  ['/sponsors', 'Sponsoring%20founderlist'],
] as const) {
  test(`${path} says how to make contact by email, with a subject`, async ({ page }) => {
    await page.goto(path)
    const contact = page.getByRole('region', { name: 'contact' })
    await expect(contact.getByRole('link')).toHaveAttribute(
      'href',
      `mailto:hello@example.org?subject=${subject}`,
    )
  })
}

test('below the tiers, each has an email with its name as the subject', async ({ page }) => {
  await page.goto('/sponsors')
  await expect(page.getByRole('link', { name: 'Tier 2 Core' })).toHaveAttribute(
    'href',
    'mailto:hello@example.org?subject=Sponsoring%20founderlist%3A%20Tier%202%20Core',
  )
})

test('pages of the programme are in the chosen language, including figures and lists', async ({ page }) => {
  await page.goto('/sponsors')
  await chooseLanguage(page, 'fr')
  await expect(page.getByRole('heading', { name: 'niveaux de sponsoring' })).toBeVisible()
  const french = await readMain(page, '/fr/sponsors')
  expect(french).toContain(
    'Niveau 1 Pilote 150 k $ par trimestre 6–8 villes 1 camp virtuel rapports sur les builders',
  )
  expect(french).toContain('25 000 $ budget 1 500 $ par événement')
  expect(french).toContain('nourriture, boissons, goodies, signalétique, streaming et photos')
  await expect(page.getByRole('navigation', { name: 'principal' }).getByRole('link')).toHaveText([
    'accueil',
    'à propos',
    'événements',
    'candidater',
    'mentors',
    'sponsors',
    'équipe',
    'contact',
  ])

  await chooseLanguage(page, 'es')
  const spanish = await readMain(page, '/es/about')
  expect(spanish).toContain('rondas de feedback en sesiones de video de 15 minutos')
  expect(spanish).toContain('Fase 2: levantamiento de capital')
  await page.goto('/es/apply')
  await page.getByRole('button', { name: 'Enviar postulación' }).click()
  await expect(page.getByRole('link', { name: 'escribe tu nombre' })).toBeVisible()
})
