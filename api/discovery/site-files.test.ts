import { parseFragment } from 'parse5'
import { expect, it } from 'vitest'
import { listSiteFiles, writeLlms, writeSearchDescription } from './site-files.ts'

const hostile = `a "name" <b>&amp;</b> that is very long\u0000\ufffe\ud800 'indeed'`

it('describes the search with a short name, whatever the site is called', () => {
  const text = writeSearchDescription({ url: 'https://example.org', name: hostile, description: hostile })
  const [, name = ''] = /<ShortName>(.*)<\/ShortName>/.exec(text) ?? []
  const [node] = parseFragment(name).childNodes
  expect(node && 'value' in node && node.value).toBe('a "name" <b>&amp')
  expect(text).not.toMatch(/[\0\ufffe\ud800]|<b>/)
})

it('links only to addresses of the site in llms.txt', () => {
  const text = writeLlms(
    { url: 'https://example.org', name: 'founderlist', description: 'For founders.' },
    { hasApi: true },
  )
  expect(text).toMatch(/^# founderlist\n\n> For founders\.\n\n[^#]+\n\n## /)
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)(: .+)?$/gm)].map(([, href = '']) => href)
  expect(links.length).toBe(text.split('\n').filter((line) => line.startsWith('- ')).length)
  expect(links.every((href) => href.startsWith('https://example.org/'))).toBe(true)
})

it('gives a static host files with its own address and without links to the API', () => {
  const files = listSiteFiles({ url: 'https://example.org', name: 'founderlist' })
  expect([...files.keys()]).toEqual(['robots.txt', 'sitemap.xml', 'llms.txt', 'opensearch.xml'])
  expect(files.get('sitemap.xml')?.toString()).toContain('<loc>https://example.org/about</loc>')
  expect(files.get('llms.txt')?.toString()).not.toContain('/api/')
})
