import { eventTypes, neighborhoods, topics, venues } from '#domain/event.ts'
import { answerEvents, findFilters, findRows, makeEvent } from './support/events.ts'
import { expect, test } from './support/test.ts'

const events = [
  makeEvent({ title: 'a', date: '2026-11-21T20:00:00Z', location: 'frontier tower, soma' }),
  makeEvent({ title: 'b', date: '2026-11-28T20:00:00Z', location: 'SHACK15, Embarcadero', topics: ['AI'] }),
  makeEvent({
    title: 'c',
    date: '2026-12-21T20:00:00Z',
    location: 'Somewhere in Oakland',
    topics: ['Gaming'],
  }),
  makeEvent({ title: 'd', date: '2027-01-21T20:00:00Z', location: 'Zo House, Marina', types: ['Dinner'] }),
]

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime('2026-11-21T18:00:00Z')
  await answerEvents(page, events)
})

test('each filter offers what the spec lists, in its order', async ({ page }) => {
  expect([venues, topics, neighborhoods, eventTypes].map(({ length }) => length)).toEqual([6, 24, 42, 12])
  await page.goto('/events')
  const filters = findFilters(page)
  const dates = ['all', 'today', 'Next 7 days', 'Next 30 days']
  await expect(filters.date.getByRole('option')).toHaveText(dates)
  await expect(filters.venue.getByRole('option')).toHaveText(['all', ...venues])
  await expect(filters.topic.getByRole('option')).toHaveText(['all', ...topics])
  await expect(filters.neighborhood.getByRole('option')).toHaveText(['all', ...neighborhoods])
  await expect(filters.type.getByRole('option')).toHaveText(['all', ...eventTypes])
  await page.goto('/events/2026-11-21')
  await expect(filters.date.getByRole('option')).toHaveText(['all', 'Selected date', ...dates.slice(1)])
})

const narrowings = [
  ['date', 'today', ['a']],
  ['date', 'Next 7 days', ['a', 'b']],
  ['date', 'Next 30 days', ['a', 'b', 'c']],
  ['venue', 'Frontier Tower', ['a']],
  ['venue', 'Other', ['c']],
  ['neighborhood', 'SOMA', ['a']],
  ['neighborhood', 'Other', ['c']],
  ['neighborhood', 'Sunset', []],
  ['topic', 'AI', ['a', 'b', 'd']],
  ['type', 'Networking', ['a', 'b', 'c']],
] as const

test('each filter narrows the list, and clearing shows all of it again', async ({ page }) => {
  await page.goto('/events')
  const filters = findFilters(page)
  const titles = findRows(page).locator('.event-title')
  await expect(filters.count).toHaveText('4 events')
  await expect(filters.clear).toHaveCount(0)
  for (const [name, label, kept] of narrowings) {
    await filters[name].selectOption({ label })
    await expect(titles, `${name} ${label}`).toHaveText([...kept])
    await expect(filters.count).toHaveText(kept.length === 1 ? '1 event' : `${kept.length} events`)
    await filters.clear.click()
    await expect(titles).toHaveText(['a', 'b', 'c', 'd'])
    await expect(filters.clear).toHaveCount(0)
  }
})

test('filters narrow together, and one button resets all five', async ({ page }) => {
  await page.goto('/events')
  const { clear, count, ...filters } = findFilters(page)
  await expect(count).toHaveText('4 events')
  await filters.date.selectOption('month')
  await filters.venue.selectOption('SHACK15')
  await filters.topic.selectOption('AI')
  await filters.neighborhood.selectOption('Embarcadero')
  await filters.type.selectOption('Dinner')
  await expect(findRows(page).locator('.event-title')).toHaveText(['b'])
  await clear.click()
  for (const select of Object.values(filters)) await expect(select).toHaveValue('all')
  await expect(count).toHaveText('4 events')
  await expect(page).toHaveURL('/events')
})

test('a date in the path selects that day, and clearing shows all', async ({ page }) => {
  await page.goto('/events/2026-11-21')
  const { date, clear, count } = findFilters(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events for November 21, 2026')
  await expect(page).toHaveTitle(/^Events for November 21, 2026 · /)
  await expect(date).toHaveValue('specific')
  await expect(count).toHaveText('1 event')
  await clear.click()
  await expect(date).toHaveValue('all')
  await expect(count).toHaveText('4 events')
  await page.reload()
  await expect(count).toHaveText('4 events')
  await date.selectOption({ label: 'Selected date' })
  await expect(count).toHaveText('1 event')
})

test('filters live in the address: reload, Back and Forward keep to it', async ({ page }) => {
  await page.goto('/events')
  const { venue, date, count } = findFilters(page)
  await expect(count).toHaveText('4 events')
  await venue.selectOption('SHACK15')
  await expect(page).toHaveURL('/events?venue=SHACK15')
  await date.selectOption('today')
  await expect(count).toHaveText('0 events')
  await page.reload()
  await expect(count).toHaveText('0 events')
  await expect(venue).toHaveValue('SHACK15')
  await page.goBack()
  await expect(count).toHaveText('1 event')
  await expect(date).toHaveValue('all')
  await page.goBack()
  await expect(count).toHaveText('4 events')
  await expect(venue).toHaveValue('all')
  await page.goForward()
  await expect(count).toHaveText('1 event')
  await expect(venue).toHaveValue('SHACK15')
})

test('a shared address opens narrowed, and nonsense in it counts as nothing', async ({ page }) => {
  await page.goto('/events?neighborhood=Marina&date=nonsense&topic=<b>')
  const { neighborhood, date, topic, count } = findFilters(page)
  await expect(count).toHaveText('1 event')
  await expect(neighborhood).toHaveValue('Marina')
  await expect(date).toHaveValue('all')
  await expect(topic).toHaveValue('all')
})
