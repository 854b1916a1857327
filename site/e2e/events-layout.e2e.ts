import { languages, linkTo } from '#domain/language.ts'
import { findRows, makeEvent, mockEvents, pickYear, storeEvents } from './support/events.ts'
import { expect, test } from './support/test.ts'

for (const [width, count] of [
  [320, 118],
  [390, 2_000],
  [768, 118],
  [1280, 2_000],
] as const) {
  test(`the page of ${count} events is as high before they are read as afterwards, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const start = Date.parse('2327-01-01T20:00:00Z')
    const events = Array.from({ length: count }, (_, index) =>
      makeEvent({
        title: `event ${index + 1}${' with a long title'.repeat(index % 5)}`,
        date: new Date(start + index * 3_600_000).toISOString(),
        organizers: 'the organizers of this event '.repeat(index % 7),
        url: index % 3 === 0 ? null : 'https://example.org',
        topics: index % 2 === 0 ? [] : ['AI', 'Deep Tech'],
      }),
    )
    await mockEvents(page, events)
    await page.goto('/events')
    await expect(findRows(page)).toHaveCount(count)
    await expect(findRows(page).last()).toHaveCSS('content-visibility', 'visible')
    const readHeight = () => page.evaluate(() => document.documentElement.scrollHeight)
    const scrollTo = (place: number) =>
      page.evaluate(async (top) => {
        window.scrollTo({ top, behavior: 'instant' })
        await new Promise(requestAnimationFrame)
        return window.scrollY
      }, place)
    const before = await readHeight()
    for (let place = 0; place < before; place += 2_000) await scrollTo(place)
    expect(Math.abs((await readHeight()) / before - 1)).toBeLessThan(0.01)
    expect(await scrollTo(5_000)).toBe(5_000)
    // Not the page's own position: the next load may use another font (`font-display: optional`).
    const index = await findRows(page).evaluateAll((rows) =>
      rows.findIndex((row) => row.getBoundingClientRect().top >= 0),
    )
    const row = findRows(page).nth(index)
    const readTop = async () => (await row.boundingBox())?.y ?? Number.NaN
    const top = await readTop()
    await page.goto('/about')
    await page.goBack()
    await expect.poll(async () => Math.abs((await readTop()) - top)).toBeLessThan(10)
  })
}

test(
  '“subscribe” and “embed” open below their line, in which nothing moves',
  { tag: '@narrow' },
  async ({ page }) => {
    await mockEvents(page, [makeEvent()])
    await page.goto('/events')
    await expect(findRows(page)).toHaveCount(1)
    const line = page.locator('.event-exports > :not(details), .event-exports summary')
    await expect(line).toHaveCount(5)
    const readPlaces = () =>
      line.evaluateAll((all) =>
        all.map((each) => [each.getBoundingClientRect().x, each.getBoundingClientRect().y]),
      )
    const before = await readPlaces()
    for (const name of ['subscribe', 'embed']) {
      await page.getByText(name, { exact: true }).click()
      expect(await readPlaces(), name).toEqual(before)
    }
    await expect(page.getByRole('list', { name: 'in a feed reader:' }).getByRole('link')).toHaveText([
      'RSS',
      'Atom',
      'JSON Feed',
    ])
  },
)

test('the printed list says what it is filtered by, and has no buttons', async ({ page }) => {
  const year = pickYear()
  await storeEvents([makeEvent({ date: `${year}-06-01T20:00:00Z`, location: 'Homebrew', topics: ['AI'] })])
  await page.goto(`/events/${year}-06-01`)
  await expect(findRows(page)).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  const form = page.getByRole('form', { name: 'filters' })
  await expect(form).toHaveText('1 event', { useInnerText: true })
  await page.goto(`/events/${year}-06-01?venue=Homebrew&topic=AI`)
  await expect(findRows(page)).toHaveCount(1)
  await expect(form).toHaveText(/^filters: Homebrew · AI or no topic named\s+1 AI event$/, {
    useInnerText: true,
  })
  await expect(page.getByRole('link', { name: 'View Event' })).toBeHidden()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})

for (const language of languages) {
  test(`in ${language}, no time or date of a row breaks over two lines`, async ({ page }) => {
    const year = pickYear()
    const day = (number: number, hour = 20) => `${year}-11-${number}T${hour}:30:00Z`
    await storeEvents([
      makeEvent({ date: day(22), end: day(28) }),
      makeEvent({ date: day(25), end: day(28) }),
      makeEvent({ date: day(25) }),
      makeEvent({ date: `${year}-11-25T08:00:00Z`, end: `${year}-11-26T08:00:00Z`, allDay: true }),
    ])
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(linkTo(`/events/${year}-11-25`, language))
      await expect(findRows(page)).toHaveCount(4)
      const broken = await findRows(page)
        .locator('time .no-break')
        .evaluateAll((parts) =>
          parts.flatMap((part) => {
            const range = document.createRange()
            range.selectNodeContents(part)
            // A character of another font is taller or shorter on the same line.
            const [first, ...others] = range.getClientRects()
            const isBroken = first && others.some(({ top }) => top > first.top + first.height / 2)
            return isBroken ? [part.textContent] : []
          }),
        )
      expect(broken, `${width} px`).toEqual([])
    }
  })
}
