import { expect, it } from 'vitest'
import { createRelease, listChangedParts } from './release.ts'

const page = (reads: Record<string, string>) => ({ version: '', reads, images: [] })
const release = (about: Record<string, string>, team: Record<string, string>) =>
  createRelease('id', {
    files: new Map(),
    pages: new Map([
      ['about.html', page(about)],
      ['team.html', page(team)],
    ]),
  })

it('names the parts of the content in which releases differ, also when a page is behind', () => {
  const first = release({ about: 'a1', siteSettings: 's1' }, { team: 't1', siteSettings: 's1' })
  expect(listChangedParts(first, first)).toEqual([])
  expect(
    listChangedParts(first, release({ about: 'a2', siteSettings: 's1' }, { team: 't1', siteSettings: 's1' })),
  ).toEqual(['about'])
  const behind = release({ about: 'a1', siteSettings: 's1' }, { team: 't1', siteSettings: 's2' })
  const whole = release({ about: 'a1', siteSettings: 's2' }, { team: 't1', siteSettings: 's2' })
  expect(listChangedParts(first, behind)).toEqual(['siteSettings'])
  expect(listChangedParts(behind, whole)).toEqual(['siteSettings'])
  expect(listChangedParts(whole, first)).toEqual(['siteSettings'])
})
