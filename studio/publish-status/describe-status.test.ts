import { describe, expect, test } from 'vitest'
import type { PublishStatus } from '#domain/content/publish-status.ts'
import { describeStatus } from './describe-status.ts'
import type { SiteAnswer } from './watch-status.ts'

const today = '2026-11-21'
const at = '2026-11-21T22:03:07.400Z'
const published = { published: 'r1', hasDraft: false }

function status(fields: Partial<PublishStatus> = {}): PublishStatus {
  return { revision: 'r1', state: 'live', at, path: '/sponsors', ...fields }
}

function site(found?: PublishStatus, isReached: boolean | undefined = true): SiteAnswer {
  return { url: 'https://site.test', isReached, status: found ?? null }
}

function describeWith(found?: PublishStatus, document: Parameters<typeof describeStatus>[0] = published) {
  return describeStatus(document, site(found), today)
}

describe('a document that is live', () => {
  test('says since when, how long publishing took, and where', () => {
    expect(describeWith(status({ milliseconds: 620 }))).toEqual({
      label: 'Live',
      tone: 'positive',
      text: 'Live since 14:03:07 in San Francisco (0.6 s after Publish).',
      link: 'https://site.test/sponsors',
    })
  })

  test('says the day if it is not today', () => {
    const { text } = describeWith(status({ at: '2026-11-21T07:59:59Z', milliseconds: 1_200 }))
    expect(text).toBe('Live since Nov 20, 23:59:59 in San Francisco (1.2 s after Publish).')
  })

  test('says only the time of publishing if the time of going live is unknown', () => {
    expect(describeWith(status()).text).toBe('Live, published at 14:03:07 in San Francisco.')
  })

  test('says that its draft is not live', () => {
    const notice = describeWith(status({ milliseconds: 620 }), { published: 'r1', hasDraft: true })
    expect(notice.label).toBe('Live, with a draft')
    expect(notice.text).toContain('is a draft until you publish it')
  })
})

test.each([
  [40, '0.1 s'],
  [649, '0.6 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min'],
  [240_000, '4 min'],
  [3 * 3_600_000, '3 h'],
  [12 * 24 * 3_600_000, '12 days'],
])('%d ms after Publish read %s', (milliseconds, words) => {
  expect(describeWith(status({ milliseconds })).text).toContain(`(${words} after Publish)`)
})

test('a failed document shows the site’s reason, with document and field', () => {
  const reason = 'sponsors: tiers[1] (Tier 2 Core).price: must be a number, not "250K"'
  expect(describeWith(status({ state: 'failed', reason }))).toMatchObject({
    label: 'Not on the site',
    tone: 'critical',
    text: `The site could not show this at 14:03:07 in San Francisco. Visitors see the earlier version. Reason: ${reason}`,
  })
})

test('a failed document of which no version was shown says that visitors do not see it', () => {
  expect(describeWith(status({ state: 'failed', reason: 'location is missing', isAbsent: true })).text).toBe(
    'The site could not show this at 14:03:07 in San Francisco. Visitors do not see it. Reason: location is missing',
  )
})

test.each([
  [['/about'], '/about'],
  [['/', '/about', '/team'], '/, /about, /team'],
  [['/', '/about', '/team', '/apply', '/post'], '/, /about, /team and 2 other pages'],
])('a document whose pages %j are stale says since when and why', (pages, named) => {
  const stale = { pages, since: at, reason: 'about: title: is missing' }
  const words = `Visitors have been seeing an earlier version of ${named} since 14:03:07 in San Francisco. Reason: about: title: is missing`
  expect(describeWith(status({ state: 'failed', reason: stale.reason, stale }))).toMatchObject({
    label: 'Not on the site',
    tone: 'critical',
    text: words,
  })
  expect(describeWith(status({ milliseconds: 620, stale }))).toMatchObject({
    label: 'Live, but not on every page',
    tone: 'caution',
    text: `Live since 14:03:07 in San Francisco (0.6 s after Publish). ${words}`,
    link: 'https://site.test/sponsors',
  })
})

test.each([
  ['the site has an earlier revision', status({ revision: 'r0' })],
  ['an earlier revision failed', status({ revision: 'r0', state: 'failed', reason: 'x' })],
  ['the site has not heard of it', undefined],
])('a document is being published when %s', (_when, told) => {
  expect(describeWith(told)).toMatchObject({ label: 'Publishing', tone: 'primary' })
})

test('a document that the host builds says only that the host was told', () => {
  for (const state of [published, { published: undefined, hasDraft: true }])
    expect(describeWith(status({ state: 'handed over' }), state)).toEqual({
      label: 'Being built',
      tone: 'primary',
      text: 'The host of the site was told of this at 14:03:07 in San Francisco and builds the pages itself. How long that takes depends on the host.',
    })
})

describe('a document that is not published', () => {
  const unpublished = { published: undefined, hasDraft: true }

  test('is a draft, whether or not the site answers', () => {
    expect(describeWith(undefined, unpublished)).toMatchObject({ label: 'Draft' })
    expect(describeStatus(unpublished, site(undefined, false), today)).toMatchObject({
      label: 'Draft',
    })
    expect(describeWith(status({ state: 'failed', reason: 'x' }), unpublished)).toMatchObject({
      label: 'Draft',
    })
  })

  test('is leaving the site until it is off', () => {
    expect(describeWith(status(), unpublished)).toMatchObject({ label: 'Leaving the site' })
    expect(describeWith(status({ state: 'removed' }), unpublished)).toMatchObject({
      label: 'Off the site',
      text: 'Visitors have not seen this since 14:03:07 in San Francisco.',
    })
  })
})

test('a site that does not answer is named, and the document’s state is left open', () => {
  const notice = describeStatus(published, site(status(), false), today)
  expect(notice).toMatchObject({ label: 'Site out of reach', tone: 'caution' })
  expect(notice.text).toContain('The site does not answer at https://site.test')
  expect(notice).not.toHaveProperty('link')
})

test('before the site’s first answer, the status says that it is being asked', () => {
  const notice = describeStatus(published, { ...site(), isReached: undefined }, today)
  expect(notice).toMatchObject({ label: 'Asking the site' })
})
