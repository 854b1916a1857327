import { html } from 'hono/html'
import type { ListingLocation } from '#domain/catalogue.ts'
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
  answer: SearchAnswer | keyof typeof refusals
}

const refusals = {
  tooLong: `a search takes at most ${longestQuery} characters.`,
  away: 'the search cannot be reached just now, try again in a moment.',
}

/** What a search found, for a reader without scripts: as site/islands/SearchResults.tsx has it. HTML. */
export function writeResults({ text, city, answer: found }: Results): string {
  const answer = typeof found === 'string' ? undefined : found
  const everywhere = `/?${new URLSearchParams({ q: text })}`
  return String(
    html`<section class="results" aria-labelledby="found">
<h2 id="found">results for “<bdi>${text}</bdi>”</h2>
${typeof found === 'string' ? html`<p>${refusals[found]}</p>` : html`<p class="quiet">${countResults(found)}</p>`}
${city && html`<p>only in ${city} <a href="${everywhere}">show both cities</a></p>`}
${answer && isEmpty(answer) && html`<p>nothing was found: try another word, or fewer.</p>`}
${answer && writeGroup('listings', answer.listings)}
${answer && writeGroup('events', answer.events)}
${answer && city === 'NYC' && html`<p class="quiet">events are in San Francisco: there are none in New York City.</p>`}
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
${hasMore && html`<p class="quiet">only the best are shown: another word finds fewer.</p>`}
</section>`
}

function writeResult({ title, path, location, date }: SearchResult) {
  const when = path.startsWith('/event/')
    ? `${formatShortDate(date)} · ${formatTime(date)}`
    : formatMonthDay(date)
  return html`<li><a href="${path}" dir="auto">${title}</a> <span class="quiet">(<bdi>${location}</bdi>) <time datetime="${date}">${when}</time></span></li>`
}
