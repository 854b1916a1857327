import { describe, expect, it } from 'vitest'
import type { PageRecord } from '#domain/page-shell.ts'
import { toDay } from '#domain/pacific.ts'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { readPage } from '../tests/read-page.ts'
import { serve, serveOver } from '../tests/serve.ts'

async function open(address: string) {
  const response = await fetch(address)
  const html = await response.text()
  const page = readPage(html)
  const record = page.record === undefined ? undefined : (JSON.parse(page.record) as PageRecord)
  return {
    ...page,
    record,
    text: page.record ?? '',
    status: response.status,
    html,
    headers: response.headers,
  }
}

/** Expects a record to be the API's answer, byte for byte but for what is escaped in HTML. */
async function expectAnswerOf(base: string, text: string, address: string): Promise<void> {
  const body = await (await fetch(base + address)).text()
  const escaped = body
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  expect(JSON.parse(text)).toMatchObject({ address, status: 200 })
  expect(text).toContain(`"body":${escaped}}`)
}

async function serveEvents(...events: Array<Parameters<typeof insertEvent>[1]>) {
  const { sql, url } = await openTestDatabase()
  const ids: string[] = []
  for (const event of events) ids.push(await insertEvent(sql, event))
  return { ...(await serveOver({ sql, url })), ids }
}

describe('the page of events', () => {
  it('comes with a short list', async () => {
    const { base } = await serveEvents({}, { title: 'another' })
    const { title, canonical, text } = await open(`${base}/events?venue=SHACK15`)
    expect([title, canonical]).toEqual(['events.html · founderlist', 'http://site.test/events'])
    await expectAnswerOf(base, text, '/api/events')
  })

  it('leaves a long list to the island', async () => {
    const { base } = await serveEvents({ description: 'x'.repeat(32 * 1024) })
    expect((await open(`${base}/events`)).record).toBeUndefined()
  })

  it('of a day names the day and its count', async () => {
    const late = '2026-11-22T07:59:59Z'
    const { base } = await serveEvents({}, { date: late }, { date: '2026-11-22T08:00:00Z' })
    const { title, metas, canonical, text } = await open(`${base}/events/2026-11-21`)
    expect(title).toBe('Events for November 21, 2026 · founderlist')
    expect(metas['description']).toBe('2 events for startup founders in San Francisco on November 21, 2026.')
    expect(canonical).toBe('http://site.test/events/2026-11-21')
    await expectAnswerOf(base, text, '/api/events')
    expect((await open(`${base}/events/2026-11-22`)).metas['description']).toMatch(/^1 event for/)
  })

  it.each(['0001-01-01', '9999-12-31'])('of %s, at the edge of time, has none', async (day) => {
    for (const { base } of [await serve(), await serveEvents({})]) {
      expect((await open(`${base}/events/${day}`)).metas['description']).toMatch(/^0 events for/)
    }
  })
})

describe('the home page', () => {
  it.each(['0001-01', '2026-12', '9999-12'])(
    'has the calendar of %s for readers without scripts',
    async (month) => {
      const { base } = await serveEvents({})
      const { status, html, metas } = await open(`${base}/?month=${month}`)
      expect([status, metas['robots']]).toEqual([200, 'noindex'])
      expect(html.split(`href="/events/${month}-`)).toHaveLength(32)
    },
  )

  it.each(['?month=', '?month=2026-13', '?month=10000-01', '?month=x&month=y', ''])(
    'has the present month where %j names none',
    async (query) => {
      const { base } = await serveEvents({})
      const months = [toDay(new Date()).slice(0, 7)]
      const { status, canonical, html } = await open(`${base}/${query}`)
      months.push(toDay(new Date()).slice(0, 7))
      expect([status, canonical]).toEqual([200, 'http://site.test/'])
      // Another one begins while a page is on its way, at times.
      const shown = /href="\/events\/(\d{4}-\d\d)-01"/.exec(html)?.[1]
      expect(months).toContain(shown)
    },
  )
})
