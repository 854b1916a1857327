import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { PageView } from '#domain/pages/page-view.ts'
import { readAttribute, visitElements } from '../html/visit-elements.ts'
import { checkout } from '../runtime/checkout.ts'
import { useSeededLake } from '../tests/content.ts'
import { hostileViews } from '../tests/page-views.ts'
import { ensureBundle } from './bundle.ts'
import type { ReleaseFiles } from './render.ts'

const readContent = useSeededLake()

/** Maximum bytes of script, compressed with brotli, that a page loads before any interaction. */
const budgets: Record<PageView['page'], number> = {
  home: 77_000,
  post: 85_000,
  events: 82_000,
  category: 10_000,
  listing: 10_000,
  event: 6_000,
  embed: 0,
  transparency: 0,
}
const pathBudgets = {
  '/': budgets.home,
  '/post': budgets.post,
  '/apply': 70_000,
  '/about': 0,
  '/mentors': 0,
  '/sponsors': 0,
  '/team': 0,
  '/contact': 0,
}

it('loads no more script with each page than its budget', { timeout: 120_000 }, async () => {
  const bundle = await ensureBundle(checkout, () => {})
  const { assets } = bundle
  const { createRenderer } = await bundle.load()
  const renderer = createRenderer({ siteUrl: 'https://example.org', content: readContent() })
  const sizes = new Map<string, number>()
  const measure = async (path: string, view?: PageView) => {
    const { body } = await renderer.render(path, 'en', view)
    const scripts = listScripts(new TextDecoder().decode(body), assets)
    for (const script of scripts) sizes.set(script, sizes.get(script) ?? compressedSize(script, assets))
    return [...scripts].reduce((sum, script) => sum + (sizes.get(script) ?? 0), 0)
  }
  const measured: Array<{ page: string; size: number; budget: number }> = []
  for (const [path, view] of hostileViews) {
    const page = `${path} ${'state' in view ? view.state : ''}`
    measured.push({ page, size: await measure(path, view), budget: budgets[view.page] })
  }
  for (const [page, budget] of Object.entries(pathBudgets))
    measured.push({ page, size: await measure(page), budget })
  expect(measured.filter(({ size, budget }) => size > budget)).toEqual([])
  // Proves that scripts are found: React alone is more than half of this.
  expect(await measure('/apply')).toBeGreaterThan(40_000)
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
  for (const path of Object.keys(pathBudgets)) if (path !== '/') await look(path)
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
