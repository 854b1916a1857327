import { expect, it } from 'vitest'
import { ContentError } from '#domain/content/content-error.ts'
import { DeployFault, PagesError } from '../outcome.ts'
import type { Outcome } from '../outcome.ts'
import type { StalePage } from '../stale-pages.ts'
import type { PageRevision } from './page-revisions.ts'
import { createPageStatus } from './page-status.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second))
const page = (revision: string, second: number, documentId = 'sponsors'): PageRevision => ({
  documentId,
  revision,
  updatedAt: at(second),
})
const whole = { stale: [], liveDocuments: ['sponsors', 'about', 'siteSettings'] }
const live: Outcome = { state: 'live', release: 'new', renderedPages: 1, milliseconds: 100, ...whole }
const unchanged: Outcome = { state: 'unchanged', ...whole }
/** A publish that leaves the sponsors page stale. */
const withStale = (fields: Partial<StalePage> = {}, liveDocuments: string[] = []): Outcome => ({
  ...live,
  stale: [
    {
      page: '/sponsors',
      since: at(2).toISOString(),
      reason: 'sponsors: title: is missing',
      detail: '',
      behind: ['sponsors'],
      isTransient: false,
      ...fields,
    },
  ],
  liveDocuments,
})
const failed: Outcome = { state: 'failed', error: new ContentError('sponsors: title: is missing') }

function open(release = '20261121T115900000Z-a') {
  let served = release
  const status = createPageStatus(() => served)
  return {
    serve: (id: string) => (served = id),
    publish: (outcome: Outcome, second: number, ...read: PageRevision[]) =>
      status.recordOutcome(read, outcome, at(second)),
    find: (documentId = 'sponsors') => status.find(documentId),
  }
}

it('is unknown until a publish that read the document is over', () => {
  const status = open()
  status.publish(live, 1)
  expect(status.find()).toBeUndefined()
  status.publish(live, 4, page('r2', 2))
  expect(status.find()).toEqual({
    revision: 'r2',
    state: 'live',
    at: at(4).toISOString(),
    milliseconds: 2_000,
    path: '/sponsors',
  })
})

it('is handed over, never live, if a host builds the site', () => {
  const status = open()
  status.publish({ state: 'failed', error: new DeployFault('The host does not answer.') }, 1, page('r1', 0))
  expect(status.find()).toMatchObject({ state: 'failed', reason: 'The host does not answer.' })
  status.publish({ state: 'handed over', isNew: true }, 2)
  expect(status.find()).toEqual({
    revision: 'r1',
    state: 'handed over',
    at: at(2).toISOString(),
    path: '/sponsors',
  })
})

it('is live after a change that no page shows', () => {
  const status = open()
  status.publish(unchanged, 0)
  status.publish(unchanged, 2, page('r1', 1))
  expect(status.find()).toMatchObject({ state: 'live', at: at(2).toISOString(), milliseconds: 1_000 })
})

it('keeps the time when it first went live', () => {
  const status = open()
  status.publish(live, 2, page('r1', 1))
  status.publish(live, 9, page('r1', 1))
  expect(status.find()).toMatchObject({ at: at(2).toISOString() })
})

it('says why it failed, and goes live with the next publish that succeeds', () => {
  const status = open()
  status.publish(failed, 2, page('r1', 1))
  expect(status.find()).toMatchObject({
    revision: 'r1',
    state: 'failed',
    at: at(2).toISOString(),
    reason: 'sponsors: title: is missing',
  })
  status.publish(live, 4)
  expect(status.find()).toMatchObject({ revision: 'r1', state: 'live' })
})

it('has failed while all its pages are stale, names them and the time, and goes live once they are fixed', () => {
  const status = open()
  const [since, reason] = [at(2).toISOString(), 'sponsors: title: is missing']
  status.publish(withStale({}, ['about']), 2, page('r1', 1), page('r1', 1, 'about'))
  for (const second of [2, 302]) {
    status.publish(withStale({}, ['about']), second)
    expect(status.find()).toMatchObject({
      state: 'failed',
      at: since,
      reason,
      stale: { pages: ['/sponsors'], since, reason },
    })
    expect(status.find('about')).toMatchObject({ state: 'live' })
    expect(status.find('about')).not.toHaveProperty('stale')
  }
  status.publish(live, 401, page('r2', 400))
  expect(status.find()).toMatchObject({ revision: 'r2', state: 'live' })
  expect(status.find()).not.toHaveProperty('stale')
})

it('goes live once the other document that made its page stale is fixed', () => {
  const status = open()
  const stale = withStale({ behind: ['siteSettings', 'sponsors'], reason: 'siteSettings: name: is missing' })
  status.publish(stale, 2, page('r1', 1), page('r1', 1, 'siteSettings'))
  expect(status.find()).toMatchObject({ state: 'failed' })
  status.publish(live, 4, page('r2', 3, 'siteSettings'))
  expect(status.find()).toMatchObject({ revision: 'r1', state: 'live', at: at(4).toISOString() })
})

it('is live if some of its pages show it, and names the stale ones', () => {
  const status = open()
  status.publish(
    withStale({ behind: ['sponsors', 'siteSettings'] }, ['siteSettings']),
    3,
    page('r1', 1, 'siteSettings'),
  )
  expect(status.find('siteSettings')).toMatchObject({
    state: 'live',
    at: at(3).toISOString(),
    stale: { pages: ['/sponsors'], reason: 'sponsors: title: is missing' },
  })
})

it('stays live if its page is stale because of another document, and fails once it changes', () => {
  const status = open()
  status.publish(live, 2, page('r1', 1))
  const reason = 'siteSettings: productName: is missing'
  status.publish(withStale({ behind: ['siteSettings'], reason }), 4)
  expect(status.find()).toMatchObject({ state: 'live' })
  status.publish(withStale({ behind: ['siteSettings', 'sponsors'], reason }), 6, page('r2', 5))
  expect(status.find()).toMatchObject({ revision: 'r2', state: 'failed', reason })
})

it('does not expose errors that are not about the content', () => {
  const status = open()
  status.publish({ state: 'failed', error: new PagesError('at /home/secret/path.ts:1') }, 2, page('r1', 1))
  expect(status.find()).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/^The site could not prepare/),
  })
})

it('keeps the newest revision, in any order of arrival', () => {
  const status = open()
  status.publish(live, 3, page('r2', 2))
  status.publish(live, 4, page('r1', 1))
  expect(status.find()).toMatchObject({ revision: 'r2', state: 'live', at: at(3).toISOString() })
})

it('gives no duration for a revision that was live before the start', () => {
  const status = open()
  status.publish(unchanged, 20, page('r1', 1))
  expect(status.find()).toMatchObject({ state: 'live', at: at(1).toISOString() })
  expect(status.find()).not.toHaveProperty('milliseconds')
})

it('is not live while an earlier release is served', () => {
  const status = open('20261121T120002000Z-b')
  status.publish(live, 2, page('r1', 1))
  status.serve('20261121T115900000Z-a')
  expect(status.find()).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/^The site was set back/),
  })
})

it('is live if another process has written the same pages a moment before', () => {
  const status = open('20261121T120002001Z-b')
  status.publish(live, 2, page('r1', 1))
  status.serve('20261121T120002000Z-b')
  expect(status.find()).toMatchObject({ state: 'live', at: at(2).toISOString() })
})

it.each([
  ['home', '/'],
  ['siteSettings', '/contact'],
  ['about', '/about'],
])('the status of %s has the path %s', (documentId, path) => {
  const status = open()
  status.publish(live, 2, page('r1', 1, documentId))
  expect(status.find(documentId)).toMatchObject({ path })
})
