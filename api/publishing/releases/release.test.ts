import { expect, it } from 'vitest'
import { createRelease, listChangedParts } from './release.ts'

const page = (reads: Record<string, string>) => ({ version: '', reads, images: [] })
const release = (about: Record<string, string>, team: Record<string, string>, text = '') =>
  createRelease('id', {
    files: new Map([['team.html', Buffer.from(text)]]),
    pages: new Map([
      ['about.html', page(about)],
      ['team.html', page(team)],
    ]),
  })

it('names the parts of the content in which releases differ, also when a page is behind', () => {
  const first = release({ about: 'a1', siteSettings: 's1' }, { team: 't1', siteSettings: 's1' })
  expect(listChangedParts(first, first)).toEqual([])
  const other = release({ about: 'a2', siteSettings: 's1' }, { team: 't1', siteSettings: 's1' })
  expect(listChangedParts(first, other)).toEqual(['about'])
  const behind = release({ about: 'a1', siteSettings: 's1' }, { team: 't1', siteSettings: 's2' })
  const whole = release({ about: 'a1', siteSettings: 's2' }, { team: 't1', siteSettings: 's2' })
  expect(listChangedParts(first, behind)).toEqual(['siteSettings'])
  expect(listChangedParts(behind, whole)).toEqual(['siteSettings'])
  expect(listChangedParts(whole, first)).toEqual(['siteSettings'])
})

it('names all parts of a page whose text alone has changed', () => {
  const reads = { team: 't1', siteSettings: 's1' }
  expect(listChangedParts(release({}, reads, 'old'), release({}, reads, 'new'))).toEqual([
    'team',
    'siteSettings',
  ])
})
