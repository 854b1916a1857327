import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type DefaultTreeAdapterMap, parse, parseFragment, serialize } from 'parse5'
import { currentLanguage, fill, type Language, messages, readAddress } from '#domain/language.ts'
import { formatClock, formatDateAndTime } from '#domain/pacific.ts'
import { escapeHtml } from '#domain/pages/page-head.ts'
import { type Element, visitTree } from '../../html/visit-elements.ts'
import {
  type ImageView,
  isPreviewable,
  previewImagePath,
  previewPath,
  sharedDraftPath,
  type PreviewView,
} from './addresses.ts'

/** The same colours in the light and the dark scheme, so that nobody mistakes a preview for the site. */
const bannerStyle = `
#preview-mark {
  background: #ffd84d;
  border-bottom: 2px solid #14120a;
  color: #14120a;
  font: 600 0.875rem/1.4 system-ui, sans-serif;
  padding: 0.375rem 1rem;
  position: sticky;
  top: 0;
  z-index: 10;
}
#preview-mark p, #preview-mark ul { margin: 0; }
#preview-mark ul { font-weight: 400; overflow-wrap: anywhere; padding-left: 1.25em; }
@media print { #preview-mark { position: static; } }
`

const script = readFileSync(new URL('follow-changes.js', import.meta.url), 'utf8')

/** By default links open a new tab, because other pages of the site must not be framed. */
const head = `<base target="_blank"><style>${bannerStyle}</style><script type="module">${script}</script>`
const sharedHead = `<style>${bannerStyle}</style>`

export function addPreviewBanner(html: string, view: PreviewView): string {
  const page = parse(html)
  visitTree(page, (element) => {
    if (element.tagName === 'a') rewriteLink(element, view)
    if (element.tagName === 'img' || element.tagName === 'source') rewriteImage(element, view)
  })
  return compose(page, makeBanner(html))
}

/** For people without an account: links lead to the published site, and the page does not follow changes. */
export function addSharedBanner(html: string, secret: string, expiresAt: number): string {
  const page = parse(html)
  visitTree(page, (element) => {
    const language = findAttribute(element, 'hreflang')?.value
    const href = findAttribute(element, 'href')
    if (element.tagName === 'a' && href && language !== undefined)
      href.value = `${sharedDraftPath}?${new URLSearchParams({ secret, language })}`
    if (element.tagName === 'img' || element.tagName === 'source')
      rewriteImage(element, { secret, perspective: 'drafts' })
  })
  const { name, banner } = messages().sharedDraft
  const text = fill(banner, { time: formatDateAndTime(new Date(expiresAt).toISOString()) })
  const mark = `<aside id="preview-mark" aria-label="${escapeHtml(name)}"><p>${escapeHtml(text)}</p></aside>`
  return compose(page, mark, sharedHead)
}

export function makeSharedRefusal(reason: 'gone' | 'faulty'): string {
  const { name, [reason]: title } = messages().sharedDraft
  return makePlainPage({ name, title, language: currentLanguage() })
}

export function makeFaultPage(message: string): string {
  const page = makePlainPage({
    title: 'The page cannot be shown yet',
    text: 'It appears here as soon as this is fixed in the Studio.',
  })
  return compose(parse(page), makeBanner(message, message.split('\n')))
}

/** `retryAfter`: seconds until the page reloads. Undefined if it does not. */
export function makeRefusalPage(title: string, retryAfter: string | undefined): string {
  if (!retryAfter) return makePlainPage({ title })
  const refresh = `<meta http-equiv="refresh" content="${escapeHtml(retryAfter)}">`
  return makePlainPage({ title, text: 'This page retries automatically.', meta: refresh })
}

type PlainPage = { name?: string; title: string; text?: string; meta?: string; language?: Language }

function makePlainPage({ name = 'Preview', title, text = '', meta = '', language = 'en' }: PlainPage) {
  return `<!doctype html><html lang="${language}"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${name}: ${title}`)}</title>${meta}
<style>body { font-family: system-ui, sans-serif; margin: 0 } main { padding: 0 1rem }</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${text && `<p>${escapeHtml(text)}</p>`}</main></body></html>`
}

function compose(page: DefaultTreeAdapterMap['document'], mark: string, added = head): string {
  visitTree(page, (element) => {
    if (element.tagName === 'head') element.childNodes.push(...readNodes(added, element))
    if (element.tagName === 'body') element.childNodes.unshift(...readNodes(mark, element))
  })
  return serialize(page)
}

function readNodes(html: string, parentNode: Element) {
  return parseFragment(html).childNodes.map((node) => Object.assign(node, { parentNode }))
}

function rewriteLink(element: Element, view: PreviewView): void {
  const href = findAttribute(element, 'href')
  if (!href) return
  const [address = '', fragment] = href.value.split('#')
  const { language, path } = readAddress(address)
  const isPreview = isPreviewable(path, view.scope)
  const leadsOut = /^(https?:|\/)/.test(href.value)
  if (isPreview)
    href.value = `${previewPath(path, view, language)}${fragment === undefined ? '' : `#${fragment}`}`
  if (isPreview || !leadsOut) element.attrs.push({ name: 'target', value: '_self' })
}

/** Addresses in a `srcset` are separated by a comma and a space. */
const imagePath = /(?<=^|, )\/images\/[^\s,]+/g

function rewriteImage(element: Element, view: ImageView): void {
  for (const name of ['src', 'srcset']) {
    const attribute = findAttribute(element, name)
    if (attribute)
      attribute.value = attribute.value.replace(imagePath, (path) => previewImagePath(path, view))
  }
}

function findAttribute(element: Element, name: string) {
  return element.attrs.find((attribute) => attribute.name === name)
}

/** The hash of what is shown is its version. */
function makeBanner(shown: string, faults: string[] = []): string {
  const version = hash('sha256', shown).slice(0, 16)
  const now = new Date()
  const time = `<time datetime="${now.toISOString()}">${formatClock(now)} in San Francisco</time>`
  const lines = faults.map((fault) => `<li>${escapeHtml(fault)}</li>`).join('')
  const why = lines ? `<p>The current content in the Studio cannot be shown:</p><ul>${lines}</ul>` : ''
  return `<aside id="preview-mark" lang="en" aria-label="Preview" data-version="${version}"><p>Preview with unpublished changes (${time})</p>${why}</aside>`
}
