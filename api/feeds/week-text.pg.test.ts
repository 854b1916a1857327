import { describe, expect, it } from 'vitest'
import { insertEvent } from '../tests/events.ts'
import { type Served, serve } from '../tests/serve.ts'

const read = async ({ base }: Served, query = '') => (await fetch(`${base}/events/week.txt${query}`)).text()

/** Noon in San Francisco. */
const at = (day: string) => `${day}T20:00:00Z`

/** Serves events of the week that ends on Saturday, November 21, 2026, and of the weeks around it. */
async function serveWeek() {
  const served = await serve()
  const { sql } = served
  await insertEvent(sql, { title: 'the week before', date: at('2026-11-14') })
  const first = await insertEvent(sql, { title: 'Sunday walk', date: at('2026-11-15'), location: 'Homebrew' })
  const fair = await insertEvent(sql, { title: 'Fair', date: at('2026-11-20'), end: at('2026-11-23') })
  const last = await insertEvent(sql, {
    title: 'Late demo',
    date: '2026-11-22T07:30:00Z',
    topics: ['AI'],
  })
  await insertEvent(sql, { title: 'the week after', date: at('2026-11-22') })
  await expect.poll(() => read(served, '?week=2026-11-28')).toContain('the week after')
  return { ...served, first, fair, last }
}

describe('a week as text', () => {
  it('has the events of Sunday to Saturday in Pacific time, each with its address', async () => {
    const served = await serveWeek()
    const { first, fair, last } = served
    const text = `SF Tech Week - Events Calendar: November 15 – November 21, 2026

Sunday, November 15
12:00 PM Sunday walk — Homebrew — http://site.test/event/${first}

Friday, November 20
12:00 PM, until Nov\u00a023 Fair — SHACK15, Embarcadero — http://site.test/event/${fair}

Saturday, November 21
11:30 PM Late demo — SHACK15, Embarcadero — http://site.test/event/${last}
`
    for (const day of ['2026-11-15', '2026-11-18', '2026-11-21'])
      expect(await read(served, `?week=${day}`)).toBe(text)
    const after = await read(served, '?week=2026-11-22')
    expect(after).toContain(`Sunday, November 22\nuntil Nov\u00a023 Fair — `)
    expect(after).not.toContain('Late demo')
  })

  it('applies the page’s filters, except the date', async () => {
    const served = await serveWeek()
    const titles = async (query: string) =>
      (await read(served, `?week=2026-11-18&${query}`)).match(/Sunday walk|Fair|Late demo/g)
    expect(await titles('venue=Homebrew')).toEqual(['Sunday walk'])
    expect(await titles('topic=SaaS&date=today')).toEqual(['Sunday walk', 'Fair'])
    expect(await titles('venue=nonsense&page=2&other')).toEqual(['Sunday walk', 'Fair', 'Late demo'])
    const [heading] = (await read(served, '?week=2026-11-18&venue=Zo+House&topic=AI&lang=es')).split('\n')
    expect(heading).toBe(
      'SF Tech Week - Calendario de eventos: 15 de noviembre – 21 de noviembre de 2026 · Zo House · IA o sin tema indicado',
    )
  })

  it('is in the language of its address', async () => {
    const served = await serveWeek()
    const answer = await fetch(`${served.base}/es/events/week.txt?week=2026-11-18`)
    expect(await answer.text()).toContain(
      '\n\ndomingo, 15 de noviembre\n12:00 p.m. Sunday walk — Homebrew — ',
    )
    const english = await fetch(`${served.base}/events/week.txt?week=2026-11-18`)
    expect(await english.text()).toContain('\n\nSunday, November 15\n')
    expect(await read(served, '?week=2026-11-18&lang=fr')).toContain('dimanche 15 novembre\n12:00 Sunday')
  })

  it('shows the status of an event', async () => {
    const served = await serveWeek()
    await served.sql`update events set status = 'cancelled' where title = 'Sunday walk'`
    await served.sql`update events set status = 'postponed' where title = 'Fair'`
    const week = () => read(served, '?week=2026-11-18')
    await expect.poll(week).toContain('12:00 PM Sunday walk (cancelled) — Homebrew — http')
    await expect.poll(week).toContain(' Fair (postponed) — ')
  })

  it('says that a week has no events', async () => {
    const served = await serveWeek()
    expect(await read(served, '?week=2020-02-29')).toBe(
      'SF Tech Week - Events Calendar: February 23 – February 29, 2020\n\nno events this week.\n',
    )
    expect(await read(served, '?week=2020-02-29&lang=fr')).toContain('\n\naucun événement cette semaine.\n')
  })

  it('keeps each event on one line, whatever its text contains', async () => {
    const served = await serve()
    const title = 'one\r\ntwo\u2028three\u0007\u202e four\u0085five'
    await insertEvent(served.sql, { title, location: 'a\nb\t\u2069c', date: at('2026-11-18') })
    await insertEvent(served.sql, { title: 'ערב פיץ׳', date: at('2026-11-19') })
    const week = () => read(served, '?week=2026-11-18')
    await expect.poll(week).toMatch(/PM one two three four five — a b c — http:\S+\n/)
    await expect.poll(week).toMatch(/PM \u2068ערב פיץ׳\u2069 — SHACK15/)
    const text = await week()
    expect(text.trim().split('\n')).toHaveLength(7)
    // oxlint-disable-next-line no-control-regex -- these must not appear
    expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\u0085\u2028\u2029\u202a-\u202e]/)
  })

  it('works in the first and last year of the calendar and on days of clock changes', async () => {
    const { base } = await serve()
    for (const day of ['1900-01-01', '9998-12-31', '2026-11-01', '2026-03-08'])
      expect((await fetch(`${base}/events/week.txt?week=${day}`)).status).toBe(200)
  })

  it.each(['week=2026-02-30', 'week=', 'week=2026-11-21&week=2026-11-22', 'week=%00', 'week=2026-11-21T00'])(
    'is refused for %s, with a message',
    async (query) => {
      const { base } = await serve()
      const answer = await fetch(`${base}/events/week.txt?${query}`)
      expect([answer.status, await answer.text()]).toEqual([400, 'week must be one day, like 2026-11-21'])
    },
  )

  it('is plain text that any site may read, cached until an event changes', async () => {
    const served = await serveWeek()
    const address = `${served.base}/events/week.txt?week=2026-11-18`
    const answer = await fetch(address, { headers: { Origin: 'https://name.example' } })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
    const headers = { 'If-None-Match': answer.headers.get('etag') ?? '' }
    expect((await fetch(address, { headers })).status).toBe(304)
    await served.sql`update events set title = 'Sunday run' where title = 'Sunday walk'`
    await expect.poll(async () => (await fetch(address, { headers })).status).toBe(200)
    expect((await fetch(address, { method: 'POST' })).status).toBe(405)
  })
})
