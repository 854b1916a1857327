import { filterOptions } from '#domain/events/event-filters.ts'
import { embedPath, weekPath } from '#domain/feeds.ts'
import { findPreferredLanguage, type Language, readAddress } from '#domain/language.ts'
import { withoutPrefix } from '#domain/pages/pages.ts'

const filters = filterOptions.map(([name]) => name)

/** Query parameters by path prefix, first match. Other parameters are ignored. */
const parameters: ReadonlyArray<[path: string, names: readonly string[]]> = [
  ['/api/listings/category/', ['city', 'before']],
  ['/api/events', ['from', 'to']],
  ['/api/search', ['q', 'city']],
  ['/category/', ['city', 'before']],
  ['/search.', ['q', 'city']],
  [weekPath, [...filters, 'week']],
  ['/events', [...filters, 'page']],
  [embedPath, [...filters, 'limit', 'theme']],
  ['/post', ['city', 'category', 'subcategory']],
  ['/', ['city', 'month', 'day', 'q']],
]

function findNames(path: string): readonly string[] | undefined {
  return parameters.find(([start]) => (start === '/' ? path === start : path.startsWith(start)))?.[1]
}

/** The parameters that the answer at a path depends on, in a fixed order: `?city=SF` or nothing. */
export function readQuery(path: string, search: string): string {
  const names = search === '' ? undefined : findNames(path)
  if (!names) return ''
  const given = new URLSearchParams(search)
  const query = new URLSearchParams(names.flatMap((name) => given.getAll(name).map((value) => [name, value])))
  return query.size > 0 ? `?${query}` : ''
}

/** The cache key of an answer. Pages and searches depend on the language, other JSON does not. */
export function keyFor(address: string, language: Language): string {
  const key = toKey(address)
  const isInLanguage = !key.startsWith('/api/') || key.startsWith('/api/search')
  return isInLanguage ? `${language} ${key}` : key
}

/** Path and relevant query parameters of an address. */
function toKey(address: string): string {
  const at = address.indexOf('?')
  const pathname = at < 0 ? address : address.slice(0, at)
  // Escapes, dots and absolute addresses may lead to any route.
  const isPlain = !/^[^/]|%|\/\./.test(pathname)
  const path = isPlain ? withoutPrefix(pathname) : pathname
  if (at < 0) return path
  return isPlain || findNames(path) ? path + readQuery(path, address.slice(at)) : address
}

/** The language of the address. The API has one address: there the client names the language. */
export function readRequestLanguage(pathname: string, accepted: string | undefined): Language {
  return pathname.startsWith('/api/')
    ? (findPreferredLanguage(accepted) ?? 'en')
    : readAddress(pathname).language
}
