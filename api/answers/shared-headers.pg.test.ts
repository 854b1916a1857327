import { expect, it } from 'vitest'
import { createRelease } from '../publishing/releases/release.ts'
import { findShell } from '../publishing/pages.ts'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { postOne } from '../tests/manage.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { makeFiles, serveOver } from '../tests/serve.ts'
import { createAnswerCache } from './answer-cache.ts'

const release = createRelease(
  'release',
  {
    files: makeFiles(),
    pages: new Map([['about.html', { version: '', reads: { about: 'a', siteSettings: 'b' }, images: [] }]]),
  },
  { isShared: true },
)

async function open(isShared = true) {
  const changed: string[] = []
  const answers = createAnswerCache({ isShared, onChange: (names) => changed.push(...names) })
  // An answer is not shared if a change is announced while it is made.
  const announced = (name: string, times = 1) =>
    expect.poll(() => changed.filter((each) => each === name).length, pollOptions).toBe(times)
  const releases = {
    read: () => release,
    readStale: () => [],
    findEarlierAsset: async () => undefined,
    renderImage: async () => Buffer.from('an image'),
    renderPage: async (_: string, view: Parameters<typeof findShell>[0]) => ({
      html: `<title>${findShell(view)}</title>`,
      hasRecord: true,
      reads: ['siteSettings'],
    }),
  }
  const site = await serveOver(await openTestDatabase(), {}, { answers, releases })
  await announced('all listings')
  const event = await insertEvent(site.sql, { title: 'A meetup' })
  await announced(`event ${event}`)
  const listing = await postOne(site.base)
  // At once, and by the notification.
  await announced(`listing ${listing.id}`, 2)
  const read = async (path: string, init: RequestInit = {}) => {
    const { status, headers } = await fetch(site.base + path, { redirect: 'manual', ...init })
    const [control, tags, others] = ['cache-control', 'cache-tag', 'surrogate-key'].map((name) =>
      headers.get(name),
    )
    return { status, control, tags: tags?.split(','), others: others?.split(' ') }
  }
  return { ...site, answers, event, listing, read }
}

it('public answers have the tags of what they show, and last until their deadline', async () => {
  const { read, event, listing } = await open()
  const shared: [path: string, tags: string[]][] = [
    ['/about', ['site', 'all-content', 'content-about', 'content-siteSettings']],
    ['/', ['site', 'all-listings', 'all-events', 'listings', 'events', 'content-siteSettings']],
    ['/es/events', ['site', 'all-events', 'events', 'content-siteSettings']],
    ['/category/housing', ['site', 'all-listings', 'category-housing', 'content-siteSettings']],
    [`/fr/listing/${listing.id}`, ['site', `listing-${listing.id}`]],
    [`/event/${event}`, ['site', `event-${event}`]],
    ['/post?city=NYC', ['site', 'content-siteSettings']],
    ['/transparency', ['site']],
    ['/embed/events', ['site', 'events']],
    ['/api/events', ['site', 'all-events', 'events']],
    [`/api/listings/${listing.id}`, ['site', 'all-listings', `listing-${listing.id}`]],
    ['/api/listings/category/housing', ['site', 'all-listings', 'category-housing']],
    ['/category/housing/feed.xml', ['site', 'category-housing']],
    ['/events.ics', ['site', 'events']],
    ['/events/feed.json', ['site', 'events']],
    ['/sitemap.xml', ['site', 'listings', 'events']],
    ['/robots.txt', ['site', 'content-siteSettings', 'content-home']],
  ]
  for (const [path, tags] of shared) {
    // The first one is made by its route, the second one comes from the cache.
    for (const answer of [await read(path), await read(path)]) {
      const [, seconds] =
        /^public, max-age=0, s-maxage=(\d+), .*stale-if-error=\d+$/.exec(answer.control ?? '') ?? []
      expect([path, answer.status, Number(seconds) > 0, Number(seconds) <= 86_400]).toEqual([
        path,
        200,
        true,
        true,
      ])
      expect({ path, tags: answer.tags }).toEqual({ path, tags: expect.arrayContaining(tags) })
      expect(answer.others).toEqual(answer.tags)
    }
  }
})

it('answers for one visitor, errors, and answers that do not exist have neither', async () => {
  const { read, base, listing, sql } = await open()
  const expired = await postOne(base)
  await sql`update all_listings set expires_at = now() - interval '1 day' where id = ${expired.id}`
  const cookie = { headers: { Cookie: `posted=posted.${listing.manageToken}` } }
  const results = [
    await read('/nothing'),
    await read('/embed.js'),
    await read('/images/1.webp'),
    await read(`/listing/${expired.id}`),
    await read('/event/00000000-0000-4000-8000-000000000000'),
    await read('/category/nothing'),
    await read('/api/listings/00000000-0000-4000-8000-000000000000'),
    await read('/api/health'),
    await read('/api/nothing'),
    await read('/api/search?q=room'),
    await read('/api/moderation/listings'),
    await read('/es/about/'),
    await read(`/listing/${listing.id}`, cookie),
    await read(`/api/listings/${listing.id}/manage`, {
      headers: { Authorization: `Bearer ${listing.manageToken}` },
    }),
    await read(`/listing/${listing.id}/contact`, { method: 'POST', headers: { Origin: base } }),
    await read('/api/listings', { method: 'POST', body: '{}' }),
  ]
  for (const { control, tags, others } of results) {
    expect(control ?? '').not.toContain('s-maxage')
    expect([tags, others]).toEqual([undefined, undefined])
  }
})

it('an answer is not shared while changes are not announced, or without a cache in front', async () => {
  const { read, answers } = await open()
  answers.suspend('listings')
  expect((await read('/api/listings/category/housing')).control).toBe('no-cache')
  expect((await read('/api/events')).control).toContain('s-maxage')
  const without = await open(false)
  expect((await without.read('/api/events')).control).toBe('no-cache')
})
