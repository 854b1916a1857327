import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { PageView } from '#domain/pages/page-view.ts'
import { readAttribute } from '../html/visit-elements.ts'
import { visitElements } from '../tests/visit-elements.ts'
import { checkout } from '../runtime/checkout.ts'
import { useSeededLake } from '../tests/content.ts'
import { hostileViews } from '../tests/page-views.ts'
import { ensureBundle } from './bundle.ts'
import type { ReleaseFiles } from './render.ts'

const readContent = useSeededLake()

/** Maximum bytes of script, compressed with brotli, that a page loads before any interaction. */
const budgets: Record<PageView['page'], number> = {
  home: 76_100,
  post: 73_250,
  suggest: 0,
  events: 81_200,
  category: 4_400,
  listing: 3_750,
  event: 5_400,
  embed: 0,
  transparency: 0,
}
const pathBudgets = {
  '/post': budgets.post,
  '/apply': 65_000,
  '/about': 0,
  '/mentors': 0,
  '/sponsors': 0,
  '/team': 0,
  '/contact': 0,
}
/** Of pages that are filled in by a script. */
const filledBudgets = {
  '/': budgets.home,
  '/calendar': 81_250,
  '/events/shell': budgets.events,
  // On a static host, these read their record from the API, with modules of other pages.
  '/category/shell/shell': 85_750,
  '/listing/shell': 84_550,
  '/event/shell': 81_000,
}
/** Maximum number of script files. */
const maxFiles = (page: string) => ({ '/listing/shell': 11, '/category/shell/shell': 10 })[page] ?? 8

it('loads no more scripts with each page than its budget', { timeout: 120_000 }, async () => {
  const bundle = await ensureBundle(checkout, () => {})
  const { assets } = bundle
  const { createRenderer } = await bundle.load()
  const renderer = createRenderer({ siteUrl: 'https://example.org', content: readContent() })
  const sizes = new Map<string, number>()
  const measure = async (path: string, view?: PageView) => {
    const { body } = await renderer.render(path, 'en', view)
    const scripts = listScripts(new TextDecoder().decode(body), assets)
    for (const script of scripts) sizes.set(script, sizes.get(script) ?? compressedSize(script, assets))
    return {
      files: scripts.size,
      size: [...scripts].reduce((sum, script) => sum + (sizes.get(script) ?? 0), 0),
    }
  }
  const measured = []
  for (const [path, view] of hostileViews) {
    const page = `${path} ${'state' in view ? view.state : ''}`
    measured.push({ page, budget: budgets[view.page], ...(await measure(path, view)) })
  }
  for (const [page, budget] of Object.entries({ ...pathBudgets, ...filledBudgets }))
    measured.push({ page, budget, ...(await measure(page)) })
  expect(measured.filter(({ page, size, budget, files }) => size > budget || files > maxFiles(page))).toEqual(
    [],
  )
  // Proves that scripts are found: React alone is more than half of this.
  expect((await measure('/apply')).size).toBeGreaterThan(40_000)
})

it('loads no script before the first paint of a page with its record', { timeout: 120_000 }, async () => {
  const { createRenderer } = await (await ensureBundle(checkout, () => {})).load()
  const renderer = createRenderer({ siteUrl: 'https://example.org', content: readContent() })
  const early: string[] = []
  const starters: string[] = []
  const look = async (path: string, view?: PageView) => {
    const { body } = await renderer.render(path, 'en', view)
    visitElements(new TextDecoder().decode(body), (element) => {
      const read = (name: string) => readAttribute(element, name) ?? ''
      const isEarly = {
        script: read('src') !== '',
        link: /preload/.test(read('rel')) && read('as') !== 'font',
        'astro-island': read('client') !== 'afterpaint',
      }[element.tagName]
      if (isEarly) early.push(`${path}: ${element.tagName} ${read('src')}${read('href')}${read('client')}`)
      if (read('data-src') !== '') starters.push(path)
    })
  }
  for (const [path, view] of hostileViews) await look(path, view)
  for (const path of Object.keys(pathBudgets)) await look(path)
  expect(early).toEqual([])
  expect(starters.length).toBeGreaterThan(5)
})

/** The scripts that a page loads: those in its HTML and their static imports, without dynamic imports. */
function listScripts(html: string, assets: ReleaseFiles): Set<string> {
  const waiting: string[] = []
  visitElements(html, (element) => {
    const names = ['src', 'data-src', 'component-url', 'renderer-url', 'before-hydration-url', 'href']
    const named = names.map((name) => readAttribute(element, name) ?? '')
    waiting.push(...named.filter((path) => /^\/_astro\/.*\.js$/.test(path)))
  })
  const found = new Set<string>()
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const source = assets.get(path.slice(1))?.toString() ?? ''
    // Minified: `import{a as b}from"./c.js"`, `import"./c.js"`, `export*from"./c.js"`.
    for (const [, name = ''] of source.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
      waiting.push(`/_astro/${name}`)
  }
  return found
}

function compressedSize(path: string, assets: ReleaseFiles): number {
  const source = assets.get(path.slice(1))
  if (!source) throw new Error(`The release does not contain ${path}`)
  return brotliCompressSync(source).length
}
