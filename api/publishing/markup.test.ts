import { HtmlValidate } from 'html-validate'
import { expect, it } from 'vitest'
import { pages } from '#domain/pages/pages.ts'
import { scanElements } from '../html/scan-elements.ts'
import { readAttribute } from '../html/visit-elements.ts'
import { visitElements } from '../tests/visit-elements.ts'
import { checkout } from '../runtime/checkout.ts'
import { useSeededLake } from '../tests/content.ts'
import { hostileViews } from '../tests/page-views.ts'
import { ensureBundle } from './bundle.ts'
import { renderRelease } from './render.ts'

const readContent = useSeededLake()

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // A table that becomes cards on a phone loses its meaning to some screen readers unless the roles are spelt out.
    'no-redundant-role': 'off',
    // The calendar's month and its strip have the same name; only one is visible, by the width of the window.
    'unique-landmark': 'off',
    // All scripts come from the site's own origin and the same release.
    'require-sri': 'off',
  },
})

/** Text pages, which must not load scripts. */
const textPages = ['about.html', 'mentors.html', 'sponsors.html', 'team.html', 'contact.html']

it(
  'writes valid HTML for every page, and no script into pages that only show text',
  { timeout: 120_000 },
  async () => {
    const bundle = await ensureBundle(checkout, () => {})
    const settings = { siteUrl: 'https://example.org', content: readContent() }
    const loaded = await bundle.load()
    const { files } = await renderRelease(loaded, settings, bundle.assets)
    for (const { file } of pages) {
      const html = files.get(file)?.toString() ?? ''
      expect(listScanned(html)).toEqual(listParsed(html))
      const { results } = await validator.validateString(html)
      const faults = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, selector }) => `${file}: ${ruleId}: ${message} (${selector})`),
      )
      expect(faults).toEqual([])
    }
    const renderer = loaded.createRenderer(settings)
    for (const [path, view] of hostileViews) {
      const { body } = await renderer.render(path, 'en', view)
      const html = new TextDecoder().decode(body)
      expect(listScanned(html)).toEqual(listParsed(html))
      const { results } = await validator.validateString(html)
      expect(results.flatMap(({ messages }) => messages)).toEqual([])
    }
    const read = textPages.map((file) => files.get(file)?.toString() ?? '')
    expect(read.flatMap(listScripts)).toEqual([])
  },
)

it('checks with a validator that reports invalid HTML', async () => {
  const { errorCount } = await validator.validateString(
    '<!doctype html><html lang="en"><head><title>x</title></head><body><p><div>x</div></p><img src="/a.png"></body></html>',
  )
  expect(errorCount).toBeGreaterThan(1)
})

/** Elements as a publish reads them: name, the attributes that matter, and the text of scripts and styles. */
function listScanned(html: string) {
  return scanElements(html).map(({ name, attributes, text }) => [
    name,
    ...readNames.map((attribute) => attributes.get(attribute)),
    /^(script|style)$/.test(name) ? text : '',
  ])
}

/** The same elements, found by a parser that follows the standard. */
function listParsed(html: string) {
  const found: unknown[] = []
  visitElements(html, (element) => {
    const { tagName, childNodes } = element
    // Skip elements that the parser added: the page has no tag for them.
    if (!html.includes(`<${tagName}`)) return
    const text = childNodes.map((child) => ('value' in child ? child.value : '')).join('')
    found.push([
      tagName,
      ...readNames.map((name) => readAttribute(element, name)),
      /^(script|style)$/.test(tagName) ? text : '',
    ])
  })
  return found
}

const readNames = ['href', 'src', 'srcset', 'type']

/** Elements that make a browser load or run a script. */
function listScripts(html: string): string[] {
  const scripts: string[] = []
  visitElements(html, (element) => {
    const isPreload = /script|modulepreload/.test(
      `${readAttribute(element, 'rel')} ${readAttribute(element, 'as')}`,
    )
    if (element.nodeName === 'script' || element.nodeName === 'astro-island' || isPreload) {
      scripts.push(element.nodeName)
    }
  })
  return scripts
}
