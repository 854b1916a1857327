import { expect, it } from 'vitest'
import { ContentError } from '#domain/content/content-error.ts'
import { DeployFault, PagesError } from '../outcome.ts'
import type { StalePage } from '../stale-pages.ts'
import { findPageStatus } from './publish-status.ts'

/** What the pages show: a revision of each document by page. */
type Shown = Record<string, Record<string, string>>

type Site = {
  shown?: Shown
  stale?: Partial<StalePage>[]
  failure?: Error
  isRolledBack?: boolean
  handedOver?: ReadonlyMap<string, string>
}

function find(
  { shown = { 'sponsors.html': { sponsors: 'r1' } }, stale = [], ...site }: Site,
  id = 'sponsors',
) {
  const pages = new Map(
    Object.entries(shown).map(([file, reads]) => [file, { version: 'v', reads, images: [] }]),
  )
  const revisions = Object.values(shown).flatMap((reads) => Object.values(reads))
  const documents = new Map(revisions.map((revision) => [revision, { _rev: revision }]))
  const release = { id: 'r', files: new Map(), pages, documents }
  return findPageStatus(
    {
      publisher: {
        current: () => release as never,
        readStale: () => stale as StalePage[],
        isRolledBack: () => site.isRolledBack ?? false,
      },
      publishing: { failure: () => site.failure, handedOver: () => site.handedOver },
    },
    id,
  )
}

const staleSponsors = {
  page: '/sponsors',
  since: '2026-11-21T12:00:02.000Z',
  reason: 'sponsors: title: is missing',
  behind: ['sponsors', 'siteSettings'],
}

it('has the revision of the served release', () => {
  expect(find({})).toEqual({ revisions: ['r1'], path: '/sponsors' })
  expect(find({ shown: {} })).toEqual({ revisions: [], path: '/sponsors' })
})

it('names the stale pages, since when and why, beside all revisions that pages show', () => {
  const shown = {
    'sponsors.html': { sponsors: 'r1', siteSettings: 's1' },
    'about.html': { about: 'a1', siteSettings: 's2' },
  }
  const site = { shown, stale: [staleSponsors, { ...staleSponsors, page: '/', since: '2026-11-22' }] }
  const stale = {
    pages: ['/sponsors', '/'],
    since: staleSponsors.since,
    reason: staleSponsors.reason,
  }
  expect(find(site)).toEqual({ revisions: ['r1'], stale, path: '/sponsors' })
  expect(find(site, 'siteSettings')).toEqual({ revisions: ['s1', 's2'], stale, path: '/contact' })
  expect(find(site, 'about')).toEqual({ revisions: ['a1'], path: '/about' })
})

it.each([
  [new ContentError('sponsors: title: is missing'), 'sponsors: title: is missing'],
  [
    new ContentError('sponsors: http://10.0.0.7', 'content-unreadable'),
    expect.stringMatching(/could not read the content/),
  ],
  [new PagesError('at /home/secret/path.ts:1'), expect.stringMatching(/^The site could not prepare/)],
])('says why the last publish failed, without names of hosts and paths: %s', (failure, reason) => {
  expect(find({ failure })).toEqual({ revisions: ['r1'], reason, path: '/sponsors' })
})

it('says that an earlier release is served', () => {
  expect(find({ isRolledBack: true })).toMatchObject({
    reason: expect.stringMatching(/^The site was set back/),
  })
})

it('has the revision that the host was told of, if a host builds the site', () => {
  const common = { isHandedOver: true, path: '/sponsors' }
  expect(find({ handedOver: new Map([['sponsors', 'r2']]) })).toEqual({ ...common, revisions: ['r2'] })
  const failure = new DeployFault('The host does not answer.')
  expect(find({ handedOver: new Map(), failure })).toEqual({
    ...common,
    revisions: [],
    reason: 'The host does not answer.',
  })
})

it.each([
  ['home', '/'],
  ['siteSettings', '/contact'],
  ['about', '/about'],
])('the status of %s has the path %s', (documentId, path) => {
  expect(find({}, documentId)).toMatchObject({ path })
})
