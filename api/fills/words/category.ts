import { html } from 'hono/html'
import { categoryPath, locations, type ListingLocation, toHeading } from '#domain/catalogue.ts'
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
  return String(
    html`<h1><bdi>${toHeading(subcategory ?? category)}</bdi></h1>
<p class="crumbs"><a href="${categoryPath(category)}"><bdi>${toHeading(category)}</bdi></a>${subcategory && html` &gt; <bdi>${toHeading(subcategory)}</bdi>`}</p>
${city ? html`<p>only in ${city} <a href="${path}">show both cities</a></p>` : html`<p class="quiet">only in ${locations.map((name) => html` <a href="${path}?city=${name}">${name}</a>`)}</p>`}
${listings.length > 0 ? html`<ul class="listings">${listings.map(writeRow)}</ul>` : writeNothing()}
${next && html`<p><a href="${next}" rel="next">older listings</a></p>`}`,
  )
}

function writeRow({ id, title, location, description, createdAt }: ListingSummary) {
  return html`<li>
<p class="row-head"><a href="/listing/${id}" dir="auto">${title}</a> <span class="quiet">(${location})</span> <time class="quiet" datetime="${createdAt}">${formatMonthDay(createdAt)}</time></p>
<p class="clamped" dir="auto">${summarize(description, 300)}</p>
</li>`
}

function writeNothing() {
  return html`<p>no listings found in this category yet. <a href="/post">be the first to post!</a></p>`
}
