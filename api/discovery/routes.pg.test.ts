import { describe, expect, it } from 'vitest'
import { catalogue } from '#domain/listings/catalogue.ts'
import { languages, linkTo } from '#domain/language.ts'
import { addDays, moveToDay, toDay } from '#domain/pacific.ts'
import { insertEvent } from '../tests/events.ts'
import { postOne } from '../tests/manage.ts'
import { change } from '../tests/moderate.ts'
import { type Served, serve } from '../tests/serve.ts'
import { pollOptions } from '../tests/poll-options.ts'

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** W3C Datetime, as the protocol asks. */
const datetime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/

/**
 * Checks the protocol's rules: one kind of entry, absolute addresses of the site, at most 50,000 and 50 MB. A page has an
 * entry in each language, with links to the others; returns the English ones.
 */
function checkSitemap(text: string, root: 'sitemapindex' | 'urlset') {
  const entry = root === 'urlset' ? 'url' : 'sitemap'
  const whole = new RegExp(
    `^<\\?xml version="1\\.0" encoding="utf-8"\\?>\\n<${root} xmlns="${namespace}"${root === 'urlset' ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}>\\n((?:<${entry}>.*</${entry}>\\n)*)</${root}>\\n$`,
  )
  const [, inside] = whole.exec(text) ?? []
  if (inside === undefined) throw new Error(`This is not a ${root}: ${text.slice(0, 300)}`)
  const entries = inside.split('\n').filter(Boolean)
  const form = new RegExp(
    `^<${entry}><loc>([^<>]+)</loc>(?:<lastmod>([^<>]+)</lastmod>)?((?:<xhtml:link [^<>]+/>)*)</${entry}>$`,
  )
  expect(entries.length).toBeLessThanOrEqual(50_000)
  expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024 * 1024)
  const found = entries.map((line) => {
    const [, loc = '', lastmod, links = ''] = form.exec(line) ?? []
    expect(loc.replaceAll('&amp;', '')).not.toContain('&')
    const address = new URL(loc)
    expect([address.origin, address.href.length < 2_048]).toEqual(['http://site.test', true])
    if (lastmod !== undefined) expect(lastmod).toMatch(datetime)
    return { path: address.pathname, lastmod, links }
  })
  expect(new Set(found.map(({ path }) => path)).size).toBe(found.length)
  if (root === 'sitemapindex') return found.map(({ path, lastmod }) => ({ path, lastmod }))
  const byPath = new Map(found.map((one) => [one.path, one]))
  const english = found.filter(({ path }) => !/^\/(es|fr)(\/|$)/.test(path))
  for (const { path, lastmod } of english) {
    const translations = languages.map((language) => ({ language, address: linkTo(path, language) }))
    const links = [...translations, { language: 'x-default', address: path }].map(
      ({ language, address }) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="http://site.test${address}"/>`,
    )
    for (const { address } of translations)
      expect(byPath.get(address)).toEqual({ path: address, lastmod, links: links.join('') })
  }
  expect(found).toHaveLength(english.length * languages.length)
  return english.map(({ path, lastmod }) => ({ path, lastmod }))
}

async function readSitemap({ base }: Served, path: string) {
  const answer = await fetch(base + path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8'])
  return checkSitemap(await answer.text(), path === '/sitemap.xml' ? 'sitemapindex' : 'urlset')
}

const pathsOf = (addresses: Array<{ path: string }>) => addresses.map(({ path }) => path)

describe('the sitemap', () => {
  it('of an empty site has its pages and categories', async () => {
    const served = await serve()
    expect(await readSitemap(served, '/sitemap.xml')).toEqual([
      { path: '/sitemap/pages.xml', lastmod: undefined },
    ])
    const paths = pathsOf(await readSitemap(served, '/sitemap/pages.xml'))
    expect(paths).toEqual(expect.arrayContaining(['/', '/about', '/events', '/category/jobs/design-ux']))
    const places = catalogue.flatMap(({ subcategories }) => [0, ...subcategories])
    expect(paths.filter((path) => path.startsWith('/category/'))).toHaveLength(places.length)
    expect(paths.filter((path) => /shell|404|:/.test(path))).toEqual([])
  })

  it('has each event, and each day with events from today on', async () => {
    const served = await serve()
    const today = toDay(new Date())
    const onDay = (days: number) => moveToDay('2026-11-21T20:00:00Z', addDays(today, days))
    const past = await insertEvent(served.sql, { date: onDay(-3) })
    const next = await insertEvent(served.sql, { date: onDay(3) })
    const addresses = () => readSitemap(served, '/sitemap/events-1.xml').catch(() => [])
    await expect
      .poll(async () => pathsOf(await addresses()), pollOptions)
      .toEqual([`/event/${past}`, `/event/${next}`])
    const [row] = await served.sql<[{ updatedAt: Date }]>`select updated_at from events where id = ${next}`
    const lastmod = (await addresses())[1]?.lastmod ?? ''
    expect(Math.abs(Date.parse(lastmod) - row.updatedAt.getTime())).toBeLessThan(2)
    const pages = await readSitemap(served, '/sitemap/pages.xml')
    expect(pathsOf(pages).filter((path) => /^\/events\/\d/.test(path))).toEqual([
      `/events/${addDays(today, 3)}`,
    ])
    expect(pathsOf(await readSitemap(served, '/sitemap.xml'))).toEqual([
      '/sitemap/pages.xml',
      '/sitemap/events-1.xml',
    ])
  })

  it('has each listing that is shown', async () => {
    const served = await serve()
    const { id } = await postOne(served.base)
    const { id: hidden } = await postOne(served.base)
    const { id: expired } = await postOne(served.base)
    const read = async () => pathsOf(await readSitemap(served, '/sitemap/listings-1.xml').catch(() => []))
    const all = [id, hidden, expired].map((each) => `/listing/${each}`)
    await expect.poll(async () => (await read()).toSorted(), pollOptions).toEqual(all.toSorted())
    await change(served.base, 'hide', [hidden])
    await served.sql`update listings set expires_at = now() - interval '1 hour' where id = ${expired}`
    await expect.poll(read, pollOptions).toEqual([`/listing/${id}`])
    const [, listings] = await readSitemap(served, '/sitemap.xml')
    const [shown] = await readSitemap(served, '/sitemap/listings-1.xml')
    expect(listings).toEqual({ path: '/sitemap/listings-1.xml', lastmod: shown?.lastmod })
    expect(listings?.lastmod).toMatch(datetime)
  })

  it(
    'fault 95: has parts of 3,000, each listing in one of them; a full one is cached for a while',
    { timeout: 60_000 },
    async () => {
      const served = await serve()
      // Not at once: on a busy machine that takes longer than the pool's limit for a statement.
      for (let from = 1; from <= 3_001; from += 1_000)
        await served.sql`
          insert into listings (category, subcategory, title, description, contact, location, created_at)
          select 'jobs', 'product', 'listing ' || n, 'text', 'a@example.org', 'SF', now() - n * interval '1 second'
          from generate_series(${from}::integer, ${Math.min(from + 999, 3_001)}::integer) as n
        `
      const index = () => readSitemap(served, '/sitemap.xml')
      await expect.poll(async () => (await index()).length, pollOptions).toBe(3)
      const [first, second] = [
        await readSitemap(served, '/sitemap/listings-1.xml'),
        await readSitemap(served, '/sitemap/listings-2.xml'),
      ]
      expect([first.length, second.length]).toEqual([3_000, 1])
      expect(new Set(pathsOf([...first, ...second])).size).toBe(3_001)
      expect((await index())[2]?.lastmod).toBe(second[0]?.lastmod)

      // A post changes the last part. The full one stays in the cache for a while.
      await served.sql`update listings set created_at = created_at - interval '1 day' where title = 'listing 3001'`
      const { id } = await postOne(served.base)
      const last = async () => pathsOf(await readSitemap(served, '/sitemap/listings-2.xml'))
      await expect.poll(last, pollOptions).toContain(`/listing/${id}`)
      expect(await readSitemap(served, '/sitemap/listings-1.xml')).toEqual(first)
    },
  )

  it.each([
    '/sitemap/events-1.xml',
    '/sitemap/listings-1.xml',
    '/sitemap/listings-0.xml',
    '/sitemap/listings-99999.xml',
    '/sitemap/others-1.xml',
  ])('has no part %s', async (path) => {
    const { base } = await serve()
    expect((await fetch(base + path)).status).toBe(404)
  })
})

it('serves robots.txt, llms.txt and the OpenSearch description', async () => {
  const { base } = await serve()
  const read = async (path: string, type: string) => {
    const answer = await fetch(base + path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
    return answer.text()
  }
  expect(await read('/robots.txt', 'text/plain')).toBe(
    'User-agent: *\nAllow: /\n\nSitemap: http://site.test/sitemap.xml\n',
  )
  const llms = await read('/llms.txt', 'text/plain')
  expect(llms).toMatch(/^# site\.test\n\n/)
  expect(llms).toContain('- [about](http://site.test/about)')
  const search = await read('/opensearch.xml', 'application/opensearchdescription+xml')
  expect(search).toContain('<Url type="text/html" template="http://site.test/?q={searchTerms}"/>')
})
