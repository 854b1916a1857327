import { languages, linkTo } from '#domain/language.ts'
import { cardSize } from '#domain/pages/card-paths.ts'

export type Alternate = { type: string; title: string; href: string }

/** The OpenSearch description, with which browsers offer to search the site. */
export const searchDescription = '/opensearch.xml'

export type PageHead = {
  /** Without the product's name. Not escaped: visitors may have written it. */
  title: string
  /** One line. */
  description: string
  productName: string
  /** The path of the page, and the site's origin. Absent if it has no address of its own. */
  canonical?: { path: string; site: string } | undefined
  isHidden?: boolean | undefined
  /** The absolute URL of the preview image (card-paths.ts). */
  image?: string | undefined
  /** Other formats of the page, such as feeds. */
  alternates?: readonly Alternate[] | undefined
}

const reordering = /[\u202a-\u202e\u2066-\u2069]/gu
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const firstStrongIsolate = '\u2068'
const popIsolate = '\u2069'

/** Joins lines and removes characters that reorder the surrounding text. */
export function toLine(text: string): string {
  return text
    .replace(reordering, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** Keeps right-to-left text from reordering its surroundings. */
export function isolate(line: string): string {
  return rightToLeft.test(line) ? firstStrongIsolate + line + popIsolate : line
}

export function formatTitle(title: string, productName: string): string {
  return `${isolate(toLine(title))} · ${toLine(productName)}`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** A text as HTML, with its line breaks. */
export function toHtml(text: string): string {
  return escapeHtml(text).replace(/\r\n?|\n/g, '<br>')
}

/** ` name="value"` for each of them. */
export function writeAttributes(attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return written.join('')
}

/** For script elements. */
export function escapeJson(json: string): string {
  return json.replaceAll('<', String.raw`\u003c`)
}

/** A page in every language, as links with `hreflang`. English is for speakers of other languages, too. */
export function listTranslations(path: string, site: string): Array<{ hreflang: string; href: string }> {
  const translations = languages.map((language) => ({
    hreflang: language as string,
    href: site + linkTo(path, language),
  }))
  return [...translations, { hreflang: 'x-default', href: site + linkTo(path, 'en') }]
}

export function writeHead({
  title,
  description,
  productName,
  canonical,
  isHidden,
  image,
  alternates = [],
}: PageHead): string {
  const meta = (kind: 'name' | 'property', name: string, content: string | undefined) =>
    content === undefined ? '' : `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
  const link = (rel: string, attributes: Record<string, string>) =>
    `<link rel="${rel}"${writeAttributes(attributes)}>`
  const size = image === undefined ? undefined : cardSize
  const address = canonical && canonical.site + linkTo(canonical.path)
  const translations = canonical ? listTranslations(canonical.path, canonical.site) : []
  return [
    `<title>${escapeHtml(formatTitle(title, productName))}</title>`,
    meta('name', 'application-name', toLine(productName)),
    meta('name', 'description', description),
    meta('name', 'robots', isHidden ? 'noindex' : undefined),
    address === undefined ? '' : link('canonical', { href: address }),
    ...translations.map((translation) => link('alternate', translation)),
    link('search', {
      type: 'application/opensearchdescription+xml',
      title: toLine(productName),
      href: searchDescription,
    }),
    ...alternates.map(({ type, title: name, href }) => link('alternate', { type, title: name, href })),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', toLine(productName)),
    meta('property', 'og:title', toLine(title)),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', image),
    meta('property', 'og:image:width', size && String(size.width)),
    meta('property', 'og:image:height', size && String(size.height)),
    meta('property', 'og:image:alt', size && toLine(title)),
    meta('name', 'twitter:card', size ? 'summary_large_image' : 'summary'),
  ].join('')
}
