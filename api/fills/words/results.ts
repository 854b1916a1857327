import { html } from 'hono/html'
import type { ListingLocation } from '#domain/catalogue.ts'
import { around, fill, words } from '#domain/language.ts'
import { formatMonthDay, formatShortDate, formatTime } from '#domain/pacific.ts'
import {
  countResults,
  longestQuery,
  type SearchAnswer,
  type SearchGroup,
  type SearchResult,
} from '#domain/search.ts'

type Results = {
  text: string
  city: ListingLocation | undefined
  /** What was found, or why nothing was looked for. */
  answer: SearchAnswer | 'tooLong' | 'away'
}

/** What a search found, for a reader without scripts: as site/islands/SearchResults.tsx has it. HTML. */
export function writeResults({ text, city, answer: found }: Results): string {
  const answer = typeof found === 'string' ? undefined : found
  const { cities, search } = words()
  const [before, after] = around(search.results)
  const everywhere = `/?${new URLSearchParams({ q: text })}`
  return String(
    html`<section class="results" aria-labelledby="found">
<h2 id="found">${before}<bdi>${text}</bdi>${after}</h2>
${typeof found === 'string' ? html`<p>${fill(search[found], { count: longestQuery })}</p>` : html`<p class="quiet">${countResults(found)}</p>`}
${city && html`<p>${fill(search.onlyIn, { city })} <a href="${everywhere}">${search.bothCities}</a></p>`}
${answer && isEmpty(answer) && html`<p>${search.nothing}</p>`}
${answer && writeGroup(search.listings, answer.listings)}
${answer && writeGroup(search.events, answer.events)}
${answer && city === 'NYC' && html`<p class="quiet">${fill(search.elsewhere, cities)}</p>`}
</section>`,
  )
}

function isEmpty({ listings, events }: SearchAnswer): boolean {
  return listings.results.length + events.results.length === 0
}

function writeGroup(name: string, { results, hasMore }: SearchGroup) {
  if (results.length === 0) return ''
  return html`<section aria-label="${name}"><h3>${name}</h3>
<ul class="listings">${results.map(writeResult)}</ul>
${hasMore && html`<p class="quiet">${words().search.best}</p>`}
</section>`
}

function writeResult({ title, path, location, date }: SearchResult) {
  const when = path.startsWith('/event/')
    ? `${formatShortDate(date)} · ${formatTime(date)}`
    : formatMonthDay(date)
  return html`<li><a href="${path}" dir="auto">${title}</a> <span class="quiet">(<bdi>${location}</bdi>) <time datetime="${date}">${when}</time></span></li>`
}
