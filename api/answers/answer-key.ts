import { filterOptions } from '#domain/event-filters.ts'
import type { Language } from '#domain/language.ts'

/** Query parameters by path, first match; any other is ignored. */
const parameters: ReadonlyArray<[path: string, names: readonly string[]]> = [
  ['/api/listings/category/', ['city', 'before']],
  ['/api/events', ['from', 'to']],
  ['/api/search', ['q', 'city']],
  ['/category/', ['city', 'before']],
  ['/events', [...filterOptions.map(([name]) => name), 'page']],
  ['/post', ['city']],
  ['/?', ['city', 'month', 'day', 'q']],
]

/** Path and relevant query of an address, in one order. */
export function toKey(address: string): string {
  const at = address.indexOf('?')
  if (at < 0 || isUnusual(address)) return address
  const query = readKeptQuery(address)
  return query.size > 0 ? `${address.slice(0, at)}?${query}` : address.slice(0, at)
}

export function readKeptQuery(address: string): URLSearchParams {
  const kept = new URLSearchParams()
  const [, names = []] = parameters.find(([path]) => address.startsWith(path)) ?? []
  if (names.length === 0) return kept
  const given = new URLSearchParams(address.slice(address.indexOf('?')))
  for (const name of names) for (const value of given.getAll(name)) kept.append(name, value)
  return kept
}

/** The path may be that of another route in other letters. */
function isUnusual(address: string): boolean {
  const [path = ''] = address.split('?', 1)
  return !parameters.some(([known]) => address.startsWith(known)) && /^[^/]|%|\/\./.test(path)
}

/** The cache key of an answer. Pages and searches depend on the language, other JSON does not. */
export function keyFor(address: string, language: Language): string {
  const key = toKey(address)
  const isInLanguage = !key.startsWith('/api/') || key.startsWith('/api/search')
  return isInLanguage ? `${language} ${key}` : key
}
