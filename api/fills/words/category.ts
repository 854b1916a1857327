import { html } from 'hono/html'
import { categoryPath, locations, type ListingLocation } from '#domain/catalogue.ts'
import { around, words } from '#domain/language.ts'
import { headingOf } from '#domain/names.ts'
import type { ListingSummary } from '#domain/listing.ts'
import { formatMonthDay } from '#domain/pacific.ts'
import { summarize } from '../summarize.ts'

type Page = {
  /** As they stand in the path. */
  category: string
  subcategory?: string | undefined
  /** The one city of the list. */
  city?: ListingLocation | undefined
  listings: readonly ListingSummary[]
  /** The address of the next page. */
  next?: string | undefined
}

/** A page of a category's listings for a reader without scripts, as site/islands/CategoryListings.tsx has it. HTML. */
export function writeCategory({ category, subcategory, city, listings, next }: Page): string {
  const path = categoryPath(category, subcategory)
  const { bothCities, older } = words().category
  const [only, onlyAfter] = around(words().category.onlyIn)
  return String(
    html`<h1><bdi>${headingOf(category, subcategory)}</bdi></h1>
<p class="crumbs"><a href="${categoryPath(category)}"><bdi>${headingOf(category)}</bdi></a>${subcategory && html` &gt; <bdi>${headingOf(category, subcategory)}</bdi>`}</p>
${city ? html`<p>${only}${city}${onlyAfter} <a href="${path}">${bothCities}</a></p>` : html`<p class="quiet">${only}${locations.map((name) => html`<a href="${path}?city=${name}">${name}</a> `)}${onlyAfter}</p>`}
${listings.length > 0 ? html`<ul class="listings">${listings.map(writeRow)}</ul>` : writeNothing()}
${next && html`<p><a href="${next}" rel="next">${older}</a></p>`}`,
  )
}

function writeRow({ id, title, location, description, createdAt }: ListingSummary) {
  return html`<li>
<p class="row-head"><a href="/listing/${id}" dir="auto">${title}</a> <span class="quiet">(${location})</span> <time class="quiet" datetime="${createdAt}">${formatMonthDay(createdAt)}</time></p>
<p class="clamped" dir="auto">${summarize(description, 300)}</p>
</li>`
}

function writeNothing() {
  const { none, beFirst } = words().category
  return html`<p>${none} <a href="/post">${beFirst}</a></p>`
}
