import type { Page } from '@playwright/test'
import { listOverflow } from './support/layout.ts'
import { postListing } from './support/listings.ts'
import { expect, test } from './support/test.ts'

const place = { category: 'services', subcategory: 'catering' }

/** Texts, and what is shown of one that is cleaned. */
const texts: Record<string, [text: string, shown?: string]> = {
  'tags that would end a script': [`</script><script>alert(3)</script><!--<script>"'</title><!--/head-->`],
  'markup and quotes': [`<script>alert(1)</script> <img src=x onerror=alert(2)> "it's" &amp; </textarea>`],
  'right-to-left words': ['דרוש מייסד שותף לסטארטאפ, مطلوب شريك مؤسس (SF)'],
  'marks that reorder text, and characters nobody sees': [
    'pay \u202e001\u202c \u2066now\u2069 at the\u200b\u00ad door',
    'pay 001 now at the door',
  ],
  'stacked accents': [`Z${'\u0336'.repeat(8)} party`],
  emoji: ['👩🏽‍🚀 🏳️‍🌈 '.repeat(14).trim()],
  'one unbroken word': ['W'.repeat(140)],
}

for (const [name, [text, shown = text]] of Object.entries(texts)) {
  test(`fault 46, 48: ${name} in a title, a description and a contact are shown as text`, async ({
    page,
    request,
  }) => {
    const { id } = await postListing(request, { ...place, title: text, description: text, contact: text })
    await page.goto('/category/services/catering')
    const row = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.locator(`[href="/listing/${id}"]`) })
    await expect(row.getByRole('link')).toHaveText(shown)
    // As in <bdi>: the text does not reorder what stands beside it.
    await expect(row.getByRole('link')).toHaveCSS('unicode-bidi', 'isolate')
    await expectToFit(page)

    await row.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown)
    const parts = page.getByRole('article').getByText(shown, { exact: true })
    await expect(parts).toHaveCount(3)
    for (const part of await parts.all()) await expect(part).toHaveCSS('unicode-bidi', 'isolate')
    await expect(page.getByRole('article').locator('script, img')).toHaveCount(0)
    await expectInHead(page, shown)
    await expectToFit(page)
  })
}

test('a description of 10,000 characters is shown whole', async ({ page, request }) => {
  const description = `${'a long story, '.repeat(700)}${'!'.repeat(200)}`
  const { id } = await postListing(request, { ...place, description })
  expect(description).toHaveLength(10_000)
  await page.goto(`/listing/${id}`)
  await expect(page.getByRole('article').getByText('a long story')).toHaveText(description)
  await expectToFit(page)
})

/** Title and link preview contain a text of up to 200 characters unchanged, and it creates no elements. */
async function expectInHead(page: Page, text: string): Promise<void> {
  const head = await page.evaluate(() => ({
    title: document.title,
    contents: ['description', 'og:title', 'og:description'].map((name) =>
      document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content'),
    ),
    strays: document.querySelectorAll('head ~ head, head img, body > script:not([src]):not([type])').length,
  }))
  expect(head.title.replace(/[\u2068\u2069]/g, '')).toBe(`${text} · founderlist`)
  expect(head.contents).toEqual([text, text, text])
  // The script of the layout, for the city and the language.
  expect(head.strays).toBe(1)
}

/** The page is not wider than a small phone, nor than a wide screen. */
async function expectToFit(page: Page): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    expect(await listOverflow(page), `${width} px`).toEqual([])
  }
}
