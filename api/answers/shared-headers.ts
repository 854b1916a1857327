import { tableName } from './changes.ts'
import { type Source, tableOf } from './sources.ts'

export type SharedAnswer = {
  sources: readonly Source[]
  until?: number | undefined
  isCurrent: () => boolean
}

/** The tag of every answer. */
export const siteTag = 'site'

/** Seconds: the most that a cache keeps an answer, and for which it may send an answer while the server is away. */
const [maxAge, maxAgeOnError] = [86_400, 86_400]
/** Characters. Caches refuse longer headers. */
const maxTagsLength = 4_000

/** In the form that the headers of all caches take: ASCII without spaces and commas. */
export function toTag(name: string): string {
  return encodeURIComponent(name.replaceAll(' ', '-').toWellFormed())
}

type Answer = { shared?: SharedAnswer | undefined; status?: number; headers: Record<string, string> }

/**
 * Headers for a cache in front of the site, which keeps the answer until one of its tags is purged. Browsers ask each
 * time. Undefined if it may not keep the answer. `stale-while-revalidate` is short: the answer at `until` must be new.
 */
export function sharedHeaders({ shared, status = 200, headers }: Answer): Record<string, string> | undefined {
  if (!shared?.isCurrent() || status !== 200 || headers['Cache-Control'] !== 'no-cache') return undefined
  // Cloudflare ignores `Vary`.
  if (headers['Vary']?.includes('Accept-Language')) return undefined
  const { sources, until = Infinity } = shared
  const seconds = Math.min(maxAge, Math.floor((until - Date.now()) / 1000))
  if (seconds < 1) return undefined
  const tags = toTags(sources)
  return {
    'Cache-Control': `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=1, stale-if-error=${maxAgeOnError}`,
    'Surrogate-Key': tags.join(' '),
    'Cache-Tag': tags.join(','),
  }
}

/** Too many tags give way to `listings` and `events`, which every change of a row changes, too. */
function toTags(sources: readonly Source[]): string[] {
  const tables = [...new Set(sources.map(tableOf))]
  const general = [siteTag, ...tables.map((table) => toTag(tableName(table)))]
  const tags = [...new Set([...general, ...sources.map(toTag)])]
  if (tags.join(',').length <= maxTagsLength) return tags
  return [...general, ...tables, ...sources.filter((source) => tableOf(source) === 'content').map(toTag)]
}
