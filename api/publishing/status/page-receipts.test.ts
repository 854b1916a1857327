import { expect, it } from 'vitest'
import { ContentFault } from '../../content/content-fault.ts'
import { DeployFault, PagesError } from '../faults.ts'
import type { Outcome } from '../outcome.ts'
import type { StalePage } from '../stale-pages.ts'
import { createPageReceipts, type PageRevision } from './page-receipts.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second))
const page = (revision: string, second: number, fields: Partial<PageRevision> = {}): PageRevision => ({
  documentId: 'sponsors',
  documentType: 'sponsors',
  revision,
  updatedAt: at(second),
  isRemoved: false,
  ...fields,
})
const whole = { stale: [], shown: ['sponsors', 'about', 'siteSettings'] }
const live: Outcome = { state: 'live', release: 'new', renderedPages: 1, milliseconds: 100, ...whole }
const unchanged: Outcome = { state: 'unchanged', ...whole }
/** A publish that leaves the page of the sponsors as it was. */
const withStale = (fields: Partial<StalePage> = {}, shown: string[] = []): Outcome => ({
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
  shown,
})
const failed: Outcome = { state: 'failed', error: new ContentFault('sponsors: title: is missing') }

function open(release: string | undefined = '20261121T115900000Z-a') {
  let served = release
  const receipts = createPageReceipts(() => served)
  return {
    ...receipts,
    serve: (id: string) => (served = id),
    /** A publish that begins with what is known now. */
    publish: (outcome: Outcome, second: number) => receipts.settle(receipts.begin(), outcome, at(second)),
    find: () => receipts.list()[0],
  }
}

it('is publishing until a publish that knew of it is live', () => {
  const receipts = open()
  receipts.note([page('r1', 1)])
  expect(receipts.find()).toEqual({
    documentId: 'sponsors',
    revision: 'r1',
    state: 'publishing',
    at: at(1).toISOString(),
    path: '/sponsors',
  })
  const begun = receipts.begin()
  receipts.note([page('r2', 2)])
  receipts.settle(begun, live, at(3))
  expect(receipts.find()).toMatchObject({ revision: 'r2', state: 'publishing' })
  receipts.publish(live, 4)
  expect(receipts.find()).toMatchObject({
    revision: 'r2',
    state: 'live',
    at: at(4).toISOString(),
    milliseconds: 2_000,
  })
})

it('is handed over where a host builds the site, and never live', () => {
  const receipts = createPageReceipts(() => '20261121T115900000Z-a', { handsOver: true })
  receipts.note([page('r1', -3600)])
  expect(receipts.list()[0]).toMatchObject({ state: 'publishing' })
  receipts.settle(
    receipts.begin(),
    { state: 'failed', error: new DeployFault('The host does not answer.') },
    at(1),
  )
  expect(receipts.list()[0]).toMatchObject({ state: 'failed', reason: 'The host does not answer.' })
  receipts.settle(receipts.begin(), { state: 'handed over', isNew: true }, at(2))
  expect(receipts.list()[0]).toEqual({
    documentId: 'sponsors',
    revision: 'r1',
    state: 'handed over',
    at: at(2).toISOString(),
    path: '/sponsors',
  })
})

it('is live where the change is one that no page shows', () => {
  const receipts = open()
  receipts.publish(unchanged, 0)
  receipts.note([page('r1', 1)])
  receipts.publish(unchanged, 2)
  expect(receipts.find()).toMatchObject({ state: 'live', at: at(2).toISOString(), milliseconds: 1_000 })
})

it('stays live since when it was first', () => {
  const receipts = open()
  receipts.note([page('r1', 1)])
  receipts.publish(live, 2)
  receipts.publish(live, 9)
  expect(receipts.find()).toMatchObject({ at: at(2).toISOString() })
})

it('says why it failed, and goes live with whatever mends it', () => {
  const receipts = open()
  receipts.note([page('r1', 1)])
  receipts.publish(failed, 2)
  expect(receipts.find()).toMatchObject({
    revision: 'r1',
    state: 'failed',
    at: at(2).toISOString(),
    reason: 'sponsors: title: is missing',
  })
  receipts.note([page('r2', 3)])
  expect(receipts.find()).toMatchObject({ revision: 'r2', state: 'publishing' })
  receipts.publish(live, 4)
  expect(receipts.find()).toMatchObject({ revision: 'r2', state: 'live' })
})

it('has failed where all its pages stayed as they were, says which and since when, and goes live once they are mended', () => {
  const receipts = open()
  receipts.note([page('r1', 1), page('r1', 1, { documentId: 'about', documentType: 'about' })])
  const [since, reason] = [at(2).toISOString(), 'sponsors: title: is missing']
  for (const second of [2, 302]) {
    receipts.publish(withStale({}, ['about']), second)
    expect(receipts.list()).toMatchObject([
      { state: 'failed', at: since, reason, stale: { pages: ['/sponsors'], since, reason } },
      { documentId: 'about', state: 'live' },
    ])
    expect(receipts.list()[1]).not.toHaveProperty('stale')
  }
  receipts.note([page('r2', 400)])
  expect(receipts.find()).toMatchObject({ revision: 'r2', state: 'publishing' })
  receipts.publish(live, 401)
  expect(receipts.find()).toMatchObject({ revision: 'r2', state: 'live' })
  expect(receipts.find()).not.toHaveProperty('stale')
})

it('is live where some of its pages show it, and names the others', () => {
  const receipts = open()
  receipts.note([page('r1', 1, { documentId: 'siteSettings', documentType: 'siteSettings' })])
  receipts.publish(withStale({ behind: ['sponsors', 'siteSettings'] }, ['siteSettings']), 3)
  expect(receipts.find()).toMatchObject({
    state: 'live',
    at: at(3).toISOString(),
    stale: { pages: ['/sponsors'], reason: 'sponsors: title: is missing' },
  })
})

it('stays live where its page is stale for another reason, and has failed once it is changed', () => {
  const receipts = open()
  receipts.note([page('r1', 1)])
  receipts.publish(live, 2)
  const reason = 'siteSettings: productName: is missing'
  receipts.publish(withStale({ behind: ['siteSettings'], reason }), 4)
  expect(receipts.find()).toMatchObject({ state: 'live' })
  receipts.note([page('r2', 5)])
  receipts.publish(withStale({ behind: ['siteSettings', 'sponsors'], reason }), 6)
  expect(receipts.find()).toMatchObject({ revision: 'r2', state: 'failed', reason })
})

it('is not taken for live after a restart where its page is stale', () => {
  const receipts = open('20261121T120010000Z-a')
  receipts.note([page('r1', 5)])
  receipts.publish(withStale(), 20)
  expect(receipts.find()).toMatchObject({ state: 'failed', at: at(2).toISOString() })
})

it('does not expose errors that are not about the content', () => {
  const receipts = open()
  receipts.note([page('r1', 1)])
  receipts.publish({ state: 'failed', error: new PagesError('at /home/secret/path.ts:1') }, 2)
  expect(receipts.find()).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/^The site could not prepare/),
  })
})

it('keeps the newest revision, whatever their order of arrival', () => {
  const receipts = open()
  receipts.note([page('r2', 2)])
  receipts.publish(live, 3)
  receipts.note([page('r1', 1)])
  expect(receipts.find()).toMatchObject({ revision: 'r2', state: 'live', at: at(3).toISOString() })
})

it('takes the release of the process before for made of everything older', () => {
  const receipts = open('20261121T120010000Z-a')
  receipts.note([page('r1', 5), page('r1', 15, { documentId: 'about', documentType: 'about' })])
  receipts.publish(failed, 20)
  expect(receipts.list()).toMatchObject([
    { documentId: 'sponsors', state: 'live', at: at(5).toISOString() },
    { documentId: 'about', state: 'failed' },
  ])
  expect(receipts.find()).not.toHaveProperty('milliseconds')
})

it('does not claim to have seen what was live before it looked', () => {
  const receipts = open()
  receipts.note([page('r1', 1)])
  receipts.publish(unchanged, 20)
  expect(receipts.find()).toMatchObject({ state: 'live', at: at(1).toISOString() })
  expect(receipts.find()).not.toHaveProperty('milliseconds')
})

it('is not live while an earlier release is served', () => {
  const receipts = open()
  receipts.note([page('r1', 1)])
  receipts.serve('20261121T120002000Z-b')
  receipts.publish(live, 2)
  receipts.serve('20261121T115900000Z-a')
  expect(receipts.find()).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/^The site was set back/),
  })
})

it('is live with the same pages by the name that another process gave them a moment before', () => {
  const receipts = open()
  receipts.note([page('r1', 1)])
  receipts.serve('20261121T120002001Z-b')
  receipts.publish(live, 2)
  receipts.serve('20261121T120002000Z-b')
  expect(receipts.find()).toMatchObject({ state: 'live', at: at(2).toISOString() })
})

it('is removed once a release without it is served, and leads nowhere then', () => {
  const receipts = open()
  receipts.note([page('r1', 1)])
  receipts.publish(live, 2)
  receipts.note([page('r1', 1, { isRemoved: true })])
  expect(receipts.find()).toMatchObject({ state: 'publishing' })
  receipts.publish(live, 4)
  expect(receipts.find()).toMatchObject({ state: 'removed' })
  expect(receipts.find()).not.toHaveProperty('path')
})

it.each([
  ['home', '/'],
  ['siteSettings', '/contact'],
  ['about', '/about'],
])('of %s leads to %s', (documentType, path) => {
  const receipts = open()
  receipts.note([page('r1', 1, { documentType })])
  expect(receipts.find()).toMatchObject({ path })
})
