import { filterOptions } from '#domain/events/event-filters.ts'
import { embedPath, languageParameter, weekPath } from '#domain/feeds.ts'
import type { Language } from '#domain/language.ts'

const filters = filterOptions.map(([name]) => name)

/** Query parameters by path prefix, first match. Other parameters are ignored. */
const parameters: ReadonlyArray<[path: string, names: readonly string[]]> = [
  ['/api/listings/category/', ['city', 'before']],
  ['/api/events', ['from', 'to']],
  ['/api/search', ['q', 'city']],
  ['/category/', ['city', 'before', languageParameter]],
  ['/search.', ['q', 'city', languageParameter]],
  ['/series/', [languageParameter]],
  ['/event/', [languageParameter]],
  [weekPath, [...filters, 'week', languageParameter]],
  ['/events', [...filters, 'page', languageParameter]],
  [embedPath, [...filters, 'limit', 'theme', languageParameter]],
  ['/post', ['city', 'category', 'subcategory']],
  ['/?', ['city', 'month', 'day', 'q']],
]

/** Path and relevant query parameters of an address, in a fixed order. */
function toKey(address: string): string {
  const at = address.indexOf('?')
  if (at < 0) return address
  const path = address.slice(0, at)
  const [, names] = parameters.find(([start]) => address.startsWith(start)) ?? []
  // Escapes, dots and absolute addresses may lead to one of the routes above: keep the whole query.
  if (!names) return /^[^/]|%|\/\./.test(path) ? address : path
  const given = new URLSearchParams(address.slice(at))
  const query = new URLSearchParams(names.flatMap((name) => given.getAll(name).map((value) => [name, value])))
  return query.size > 0 ? `${path}?${query}` : path
}

/** The cache key of an answer. Pages and searches depend on the language, other JSON does not. */
export function keyFor(address: string, language: Language): string {
  const key = toKey(address)
  const isInLanguage = !key.startsWith('/api/') || key.startsWith('/api/search')
  return isInLanguage ? `${language} ${key}` : key
}
