import type { SanityClient } from '@sanity/client'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { createAnswerCache } from '../../answers/answer-cache.ts'
import { applyWebhook } from '../../content/apply-webhook.ts'
import { createContentClient } from '../../content/client.ts'
import { sweepEvents } from '../../content/sweep-events.ts'
import { readMessage } from '../../content/webhook.ts'
import { openNotifications } from '../../database/notifications.ts'
import type { Database } from '../../database/open.ts'
import { openCalendar } from '../../events/calendar.ts'
import { checkout } from '../../runtime/checkout.ts'
import { createProblems } from '../../runtime/problems.ts'
import { useSeededLake } from '../../tests/content.ts'
import { openTestDatabase } from '../../tests/database.ts'
import { findStatus } from '../../tests/publish-status.ts'
import { serveOver } from '../../tests/serve.ts'
import type { RegisterCleanup } from '../../tests/server-process.ts'
import { pollOptions } from '../../tests/poll-options.ts'
import { silentLogger as logger } from '../../tests/silent-logger.ts'
import { startPublishLoop } from '../publish-loop.ts'
import { openPublisher, type Publisher } from '../publisher.ts'
import { createPublishStatus } from './publish-status.ts'

const readContent = useSeededLake()
const content = () => createContentClient(readContent())

type Pages = { publisher: Publisher; folder: string }

/** The shared publisher and its folder. Some tests open another publisher, on this folder or on their own. */
const readPages = usePublisher()

function usePublisher(): () => Pages {
  let pages: Pages | undefined
  beforeAll(async () => {
    await using ends = new AsyncDisposableStack()
    pages = await openPages({ onEnd: (end) => ends.defer(end) })
    const atTheEnd = ends.move()
    return () => atTheEnd.disposeAsync()
    // The first start of a version builds its pages.
  }, 300_000)
  return () => {
    if (!pages) throw new Error('The publisher of the tests has not been opened yet')
    return pages
  }
}

async function openPages({
  folder,
  onEnd = onTestFinished,
}: { folder?: string; onEnd?: RegisterCleanup } = {}) {
  const releases = folder ?? (await mkdtemp(join(tmpdir(), 'founderlist-status-')))
  if (!folder) onEnd(() => rm(releases, { recursive: true, force: true, maxRetries: 3 }))
  const publisher = await openPublisher({
    checkout,
    folder: releases,
    settings: { siteUrl: 'https://site.test', content: readContent() },
    log: () => {},
  })
  onEnd(async () => publisher[Symbol.dispose]())
  return { publisher, folder: releases }
}

/** One process of the site over a database and a publisher, with its parts wired as in `run.ts`. */
async function openSite({ sql, url }: { sql: Database; url: string }, { publisher, folder } = readPages()) {
  await using opened = new AsyncDisposableStack()
  const notifications = opened.use(openNotifications({ url, logger }))
  const answers = createAnswerCache({ readRelease: () => publisher.current()?.id ?? '' })
  const calendar = opened.use(openCalendar({ sql, notifications, answers, logger }))
  const status = createPublishStatus({
    sql,
    client: content(),
    calendar,
    readRelease: () => publisher.current()?.id,
    logger,
  })
  const problems = createProblems(logger)
  const options = { publisher, folder, notifications, status, problems, logger, log: () => {} }
  const publishing = opened.use(startPublishLoop(options))
  await publishing.waitForFirstRelease()
  const parts = { answers, calendar, releases: publishing, status }
  const { base } = await serveOver({ sql, url }, {}, parts)
  const toStop = opened.move()
  const site = {
    base,
    publish: publishing.publish,
    find: (documentId: string) => findStatus(base, documentId),
    read: async (path: string) => (await fetch(`${base}${path}`)).text(),
    stop: () => toStop.disposeAsync(),
  }
  onTestFinished(site.stop)
  return site
}

/** Applies the webhook that the content would send for the document. */
async function tell(sql: Database, operation: 'create' | 'update' | 'delete', document: unknown) {
  const after = operation === 'delete' ? null : document
  const body = { operation, projectId: 'local', dataset: 'production', before: document, after }
  const message = readMessage(JSON.stringify(body))
  if (!message) throw new Error('This is not a webhook message')
  return applyWebhook(sql, crypto.randomUUID(), message)
}

async function setPrice(client: SanityClient, price: unknown) {
  return client.patch('sponsors').set({ 'tiers[0].price': price }).commit()
}

const event = {
  _id: 'demo-day',
  _type: 'event',
  title: 'Demo day',
  date: '2026-12-01T02:00:00Z',
  organizers: 'the community',
  location: 'SHACK15',
}

it('reports when a page is live, when and why it failed, and when it is fixed', async () => {
  const database = await openTestDatabase()
  const site = await openSite(database)
  await expect.poll(() => site.find('sponsors'), pollOptions).toMatchObject({ state: 'live' })
  onTestFinished(async () => void (await setPrice(content(), 150_000)))

  const good = await setPrice(content(), 160_000)
  await tell(database.sql, 'update', good)
  await expect
    .poll(() => site.find('sponsors'), pollOptions)
    .toMatchObject({ revision: good._rev, state: 'live' })
  expect(await site.read('/sponsors')).toContain('$160K')
  expect(await site.find('sponsors')).toMatchObject({ path: '/sponsors', milliseconds: expect.any(Number) })

  const broken = await setPrice(content(), 'a lot')
  await tell(database.sql, 'update', broken)
  await expect
    .poll(() => site.find('sponsors'), pollOptions)
    .toMatchObject({
      revision: broken._rev,
      state: 'failed',
      reason: expect.stringMatching(/^sponsors: tiers\[0\] \(Tier 1 Pilot\)\.price: must be a number/),
    })
  expect(await site.read('/sponsors')).toContain('$160K')

  const mended = await setPrice(content(), 170_000)
  await tell(database.sql, 'update', mended)
  await expect
    .poll(() => site.find('sponsors'), pollOptions)
    .toMatchObject({ revision: mended._rev, state: 'live' })
})

it('reports a page change without a webhook after a publish of all documents', async () => {
  const site = await openSite(await openTestDatabase())
  await expect.poll(() => site.find('sponsors'), pollOptions).toMatchObject({ state: 'live' })
  onTestFinished(async () => void (await setPrice(content(), 150_000)))
  const { _rev } = await setPrice(content(), 165_000)
  await site.publish()
  await expect
    .poll(() => site.find('sponsors'), pollOptions)
    .toMatchObject({ revision: _rev, state: 'live', milliseconds: expect.any(Number) })
})

it('reports when an event is live, when and why it failed, and when it is removed', async () => {
  const database = await openTestDatabase()
  const site = await openSite(database)
  const created = await content().createOrReplace(event)
  onTestFinished(async () => void (await content().delete('demo-day')))
  await tell(database.sql, 'create', created)
  await expect
    .poll(() => site.find('demo-day'), pollOptions)
    .toMatchObject({ revision: created._rev, state: 'live' })
  const path = (await site.find('demo-day'))?.path ?? ''
  expect(path).toMatch(/^\/event\/[0-9a-f-]{36}$/)
  expect(await site.read('/api/events')).toContain(`"id":"${path.slice('/event/'.length)}"`)

  const broken = await content().createOrReplace({ ...event, location: '' })
  await tell(database.sql, 'update', broken)
  await expect
    .poll(() => site.find('demo-day'), pollOptions)
    .toMatchObject({ revision: broken._rev, state: 'failed', reason: 'location is missing' })
  expect(await site.find('demo-day')).not.toHaveProperty('isAbsent')

  const mended = await content().createOrReplace({ ...event, title: 'Demo night' })
  await tell(database.sql, 'update', mended)
  await expect
    .poll(() => site.find('demo-day'), pollOptions)
    .toMatchObject({ revision: mended._rev, state: 'live' })
  await tell(database.sql, 'delete', mended)
  await expect.poll(() => site.find('demo-day'), pollOptions).toMatchObject({ state: 'removed' })
  expect(await site.read('/api/events')).toBe('[]')
})

it('reports when a venue is stored, when and why it failed, and when it is removed', async () => {
  const database = await openTestDatabase()
  const site = await openSite(database)
  const venue = { _id: 'pier', _type: 'venue', name: 'Pier 1' }
  onTestFinished(async () => void (await content().delete('pier')))
  const created = await content().createOrReplace(venue)
  await tell(database.sql, 'create', created)
  expect(await site.find('pier')).toMatchObject({ revision: created._rev, state: 'live' })
  expect(await site.find('pier')).not.toHaveProperty('path')
  const broken = await content().createOrReplace({ ...venue, name: '' })
  await tell(database.sql, 'update', broken)
  expect(await site.find('pier')).toMatchObject({ state: 'failed', reason: 'name is missing' })
  expect(await site.find('pier')).not.toHaveProperty('isAbsent')
  const mended = await content().createOrReplace(venue)
  await tell(database.sql, 'update', mended)
  expect(await site.find('pier')).toMatchObject({ revision: mended._rev, state: 'live' })
  await tell(database.sql, 'delete', mended)
  expect(await site.find('pier')).toMatchObject({ state: 'removed' })
})

it('reports an event change without a webhook once a sweep has repaired it', async () => {
  const database = await openTestDatabase()
  const site = await openSite(database)
  const [whole, broken] = [
    await content().createOrReplace({ ...event, _id: 'untold' }),
    await content().createOrReplace({ ...event, _id: 'untold-broken', organizers: '' }),
  ]
  onTestFinished(async () => void (await content().delete({ query: '*[_id match "untold*"]' })))
  await sweepEvents(database, content())
  await site.publish()
  await expect
    .poll(() => site.find('untold'), pollOptions)
    .toMatchObject({ revision: whole._rev, state: 'live', milliseconds: expect.any(Number) })
  await expect
    .poll(() => site.find('untold-broken'), pollOptions)
    .toMatchObject({
      revision: broken._rev,
      state: 'failed',
      reason: 'organizers is missing',
      isAbsent: true,
    })
})

it('knows after a restart what is live and what is not', async () => {
  const database = await openTestDatabase()
  const { folder } = readPages()
  const first = await openSite(database)
  const created = await content().createOrReplace(event)
  onTestFinished(async () => void (await content().delete('demo-day')))
  onTestFinished(async () => void (await setPrice(content(), 150_000)))
  await tell(database.sql, 'create', created)
  const broken = await setPrice(content(), 'nothing')
  await tell(database.sql, 'update', broken)
  await expect.poll(() => first.find('sponsors'), pollOptions).toMatchObject({ state: 'failed' })
  await first.stop()

  const second = await openSite(database, await openPages({ folder }))
  await expect
    .poll(() => second.find('sponsors'), pollOptions)
    .toMatchObject({ revision: broken._rev, state: 'failed', reason: expect.stringMatching(/^sponsors: /) })
  expect(await second.find('about')).toMatchObject({ state: 'live' })
  expect(await second.find('about')).not.toHaveProperty('milliseconds')
  expect(await second.find('demo-day')).toMatchObject({
    revision: created._rev,
    state: 'live',
    at: created._updatedAt,
  })
})

it.each([
  ['its own releases', () => openPages()],
  ['a shared folder of releases', () => openPages(readPages())],
])('reports what each process serves, whichever got the webhook: with %s', async (_with, openOthers) => {
  const database = await openTestDatabase()
  const sites = [await openSite(database), await openSite(database, await openOthers())]
  onTestFinished(async () => void (await setPrice(content(), 150_000)))
  const changed = await setPrice(content(), 185_000)
  await tell(database.sql, 'update', changed)
  for (const site of sites) {
    await expect
      .poll(() => site.find('sponsors'), pollOptions)
      .toMatchObject({ revision: changed._rev, state: 'live' })
    expect(await site.read('/sponsors')).toContain('$185K')
  }
})
