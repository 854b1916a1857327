/**
 * What a page says of itself to browsers, search engines and whoever shows a preview of a link to it. Titles may be
 * what visitors wrote; the functions take them as they are stored.
 */
export type PageHead = {
  /** Without the product's name. */
  title: string
  /** One line. */
  description: string
  productName: string
  /** The page's one address, absolute. Absent where a page has none of its own: one that stands for many, or for nothing. */
  canonical?: string | undefined
  /** A page that no search engine should list. */
  isHidden?: boolean | undefined
}

/** U+202A-202E and U+2066-2069: what they reorder, a title cannot contain. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/gu
/** Hebrew, Arabic and their neighbours. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const firstStrongIsolate = '\u2068'
const popIsolate = '\u2069'

/** A text as one line that leaves the order of its surroundings alone. */
export function toLine(text: string): string {
  return text
    .replace(reordering, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** A line that is told from what stands beside it, where it is written from right to left. */
export function isolate(line: string): string {
  return rightToLeft.test(line) ? firstStrongIsolate + line + popIsolate : line
}

/** A page's name in the browser's tab, the product's name after it. */
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

/** A text as it stands in HTML, in an element or between quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** JSON as it stands in a script element: within its texts `<` and line separators are escaped. */
export function escapeJson(json: string): string {
  return json.replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The elements of the head that say it. */
export function writeHead({ title, description, productName, canonical, isHidden }: PageHead): string {
  const meta = (kind: 'name' | 'property', name: string, content: string) =>
    `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
  return [
    `<title>${escapeHtml(formatTitle(title, productName))}</title>`,
    meta('name', 'application-name', toLine(productName)),
    meta('name', 'description', description),
    ...(isHidden ? [meta('name', 'robots', 'noindex')] : []),
    ...(canonical === undefined ? [] : [`<link rel="canonical" href="${escapeHtml(canonical)}">`]),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', toLine(productName)),
    meta('property', 'og:title', toLine(title)),
    meta('property', 'og:description', description),
    ...(canonical === undefined ? [] : [meta('property', 'og:url', canonical)]),
    meta('name', 'twitter:card', 'summary'),
  ].join('')
}
