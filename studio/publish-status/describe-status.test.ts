import { describe, expect, test } from 'vitest'
import type { PublishStatus } from '#domain/content/publish-status.ts'
import { describeStatus } from './describe-status.ts'
import type { SiteAnswer } from './use-publish-status.ts'

const url = 'https://site.test'
const revision = { _rev: 'r1', _updatedAt: '2026-11-21T22:03:07.400Z' }
const published = { published: revision, draft: null }
const unpublished = { published: null, draft: {} }
const live = 'Live: visitors see this. Published at Nov 21, 14:03:07 in San Francisco.'

function status(fields: Partial<PublishStatus> = {}): PublishStatus {
  return { revisions: ['r1'], path: '/sponsors', ...fields }
}

function describeWith(found: PublishStatus, document: Parameters<typeof describeStatus>[0] = published) {
  return describeStatus(document, { url, isReached: true, status: found })
}

test('a document is live once visitors see its revision, with the time of publishing and a link to its page', () => {
  expect(describeWith(status())).toEqual({
    label: 'Live',
    tone: 'positive',
    text: live,
    link: 'https://site.test/sponsors',
  })
})

test('a live document says who published it', () => {
  const { text } = describeStatus(published, { url, isReached: true, status: status() }, 'Ana')
  expect(text).toBe('Live: visitors see this. Published by Ana at Nov 21, 14:03:07 in San Francisco.')
})

test('a live document says that its draft is not live', () => {
  const notice = describeWith(status(), { published: revision, draft: {} })
  expect(notice.label).toBe('Live, with a draft')
  expect(notice.text).toContain('is a draft until you publish it')
})

test.each([
  ['Visitors see the earlier version.', status({ revisions: ['r0'] })],
  ['Visitors see the earlier version.', status({ revisions: [], isHandedOver: true })],
  ['Visitors do not see it.', status({ revisions: [] })],
])('a failed document says “%s” and shows the site’s reason, with document and field', (shown, found) => {
  const reason = 'sponsors: tiers[1] (Tier 2 Core).price: must be a number, not "250K"'
  expect(describeWith({ ...found, reason })).toMatchObject({
    label: 'Not on the site',
    tone: 'critical',
    text: `The site could not show this. ${shown} Reason: ${reason}`,
  })
})

test.each([
  [['/about'], '/about'],
  [['/', '/about', '/team'], '/, /about, /team'],
  [['/', '/about', '/team', '/apply', '/post'], '/, /about, /team and 2 other pages'],
])('a document whose pages %j are stale says since when and why', (pages, named) => {
  const stale = { pages, since: '2026-11-21T07:59:59Z', reason: 'about: title: is missing' }
  const words = `Visitors have been seeing an earlier version of ${named} since Nov 20, 23:59:59 in San Francisco. Reason: about: title: is missing`
  expect(describeWith(status({ revisions: ['r0'], stale }))).toMatchObject({
    label: 'Not on the site',
    tone: 'critical',
    text: words,
  })
  expect(describeWith(status({ revisions: ['r0', 'r1'], stale }))).toMatchObject({
    label: 'Live, but not on every page',
    tone: 'caution',
    text: `${live} ${words}`,
    link: 'https://site.test/sponsors',
  })
})

test.each([
  ['an earlier revision', ['r0']],
  ['none', []],
])('a document is being published while visitors see %s', (_which, revisions) => {
  expect(describeWith(status({ revisions }))).toMatchObject({ label: 'Publishing', tone: 'primary' })
})

test('a document that the host builds says only that the host was told', () => {
  expect(describeWith(status({ isHandedOver: true }))).toEqual({
    label: 'Being built',
    tone: 'primary',
    text: 'The host of the site was told of this and builds the pages itself. How long that takes depends on the host.',
  })
})

describe('a document that is not published', () => {
  test('is a draft, whether or not the site answers', () => {
    for (const site of [
      { url, isReached: true, status: { revisions: [], reason: 'x' } },
      { url, isReached: false },
    ])
      expect(describeStatus(unpublished, site)).toMatchObject({ label: 'Draft' })
  })

  test('is leaving the site until visitors no longer see it', () => {
    expect(describeWith(status(), unpublished)).toMatchObject({ label: 'Leaving the site' })
    expect(describeWith(status({ revisions: [] }), unpublished).text).toContain('Visitors do not see this.')
  })
})

test('a site that does not answer is named, and the document’s state is left open', () => {
  const notice = describeStatus(published, { url, isReached: false })
  expect(notice).toMatchObject({ label: 'Site out of reach', tone: 'caution' })
  expect(notice.text).toContain('The site does not answer at https://site.test')
  expect(notice).not.toHaveProperty('link')
})

test('before the site’s first answer, the status says that it is being asked', () => {
  const site: SiteAnswer = { url, isReached: undefined }
  expect(describeStatus(published, site)).toMatchObject({ label: 'Asking the site' })
})
