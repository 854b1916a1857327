import { answerEvents, findFilters, findRows, makeEvent, pickYear, storeEvents } from './support/events.ts'
import { expect, status, test } from './support/test.ts'
import { sendUnfilled } from './support/unfilled.ts'

test('an event’s row shows every field, and leads to its page and to its own', async ({ page }) => {
  const year = pickYear()
  const event = makeEvent({ date: `${year}-07-15T01:30:00Z`, price: '$20', registrationType: 'invite only' })
  await storeEvents([event])
  await page.goto(`/events/${year}-07-14`)
  const row = findRows(page)
  await expect(row).toHaveCount(1)
  await expect(row.getByRole('time')).toHaveText(new RegExp(`^\\w{3}, Jul 14, ${year} · 6:30 PM$`))
  await expect(row.locator('.event-fields')).toHaveText(
    'the founders community · SHACK15, Embarcadero · $20 · invite only',
  )
  const view = row.getByRole('link', { name: 'View Event' })
  await expect(view).toHaveAttribute('href', 'https://example.org/breakfast')
  await expect(view).toHaveAttribute('target', '_blank')
  await expect(view).toHaveAttribute('rel', /\bnoopener\b/)
  await row.getByRole('link', { name: event.title }).click()
  await expect(page).toHaveURL(`/event/${event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title)
})

test('a row shows no more than its event has, and no link but a web address', async ({ page }) => {
  const bare = { price: null, registrationType: null, organizers: 'a', location: 'b' }
  await answerEvents(page, [
    makeEvent({ ...bare, url: null }),
    makeEvent({ ...bare, url: 'javascript:alert(1)' }),
  ])
  await page.goto('/events')
  await expect(findRows(page).locator('.event-fields')).toHaveText(['a · b', 'a · b'])
  await expect(findRows(page).getByRole('link')).toHaveCount(2)
})

test('upcoming events come first by time, past ones follow under a heading, newest first', async ({
  page,
}) => {
  const at = (title: string, date: string) => makeEvent({ title, date })
  await page.clock.setFixedTime('2026-11-22T07:00:00Z')
  await answerEvents(page, [
    at('last year', '2025-11-21T20:00:00Z'),
    at('yesterday', '2026-11-21T07:59:59Z'),
    at('this morning', '2026-11-21T08:00:00Z'),
    at('tonight', '2026-11-22T07:30:00Z'),
    at('next year', '2027-01-01T20:00:00Z'),
  ])
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SF Tech Week - Events Calendar')
  await expect(findFilters(page).count).toHaveText('5 events')
  await expect(findRows(page).locator('.event-title')).toHaveText([
    'this morning',
    'tonight',
    'next year',
    'yesterday',
    'last year',
  ])
  const heading = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(['past events'])
  await expect(findRows(page).filter({ has: page.getByRole('heading', { level: 2 }) })).toContainText(
    'yesterday',
  )
})

test('until the answer comes the page reads Loading events..., then counts', async ({ page }) => {
  const asked = Promise.withResolvers<void>()
  await sendUnfilled(page)
  await page.route('/api/events', async (route) => {
    await asked.promise
    await route.fulfill({ json: [makeEvent()] })
  })
  await page.goto('/events')
  await expect(findFilters(page).count).toHaveText('Loading events...')
  asked.resolve()
  await expect(findFilters(page).count).toHaveText('1 event')
})

test('an answer that failed is told', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(status(503))
  await sendUnfilled(page)
  await page.route('/api/events', (route) => route.fulfill({ status: 503, body: 'come back later' }))
  await page.goto('/events')
  await expect(page.getByRole('alert')).toHaveText('503: come back later')
  await expect(findRows(page)).toHaveCount(0)
})

test('of 5,000 events only those near the window are in the page, and the last can be reached', async ({
  page,
}) => {
  const start = Date.parse('2027-01-01T20:00:00Z')
  await page.clock.setFixedTime('2026-11-22T07:00:00Z')
  await answerEvents(
    page,
    Array.from({ length: 5_000 }, (_, index) =>
      makeEvent({ title: `event ${index + 1}`, date: new Date(start + index * 60_000).toISOString() }),
    ),
  )
  await page.goto('/events')
  await expect(findFilters(page).count).toHaveText('5000 events')
  await expect(findRows(page).first()).toContainText('event 1')
  expect(await findRows(page).count()).toBeLessThan(150)
  const last = page.getByRole('link', { name: 'event 5000', exact: true })
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(last).toBeInViewport({ timeout: 1_000 })
  }).toPass()
  expect(await findRows(page).count()).toBeLessThan(150)
  await expect(findRows(page).last()).toHaveAttribute('aria-posinset', '5000')
})

test('the list leads back home', async ({ page }) => {
  await page.goto('/events')
  await page.getByRole('link', { name: 'back to home' }).click()
  await expect(page).toHaveURL('/')
})
