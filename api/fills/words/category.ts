import { html } from 'hono/html'
import { categoryPath, toHeading } from '#domain/catalogue.ts'
import type { ListingSummary } from '#domain/listing.ts'
import { formatMonthDay } from '#domain/pacific.ts'

type Page = {
  /** As they stand in the path. */
  category: string
  subcategory?: string | undefined
  listings: readonly ListingSummary[]
  /** The address of the next page. */
  next?: string | undefined
}

/** A page of a category's listings for a reader without scripts, as site/islands/CategoryListings.tsx has it. HTML. */
export function writeCategory({ category, subcategory, listings, next }: Page): string {
  return String(
    html`<h1><bdi>${toHeading(subcategory ?? category)}</bdi></h1>
<p class="crumbs"><a href="${categoryPath(category)}"><bdi>${toHeading(category)}</bdi></a>${subcategory && html` &gt; <bdi>${toHeading(subcategory)}</bdi>`}</p>
${listings.length > 0 ? html`<ul class="listings">${listings.map(writeRow)}</ul>` : writeNothing()}
${next && html`<p><a href="${next}" rel="next">older listings</a></p>`}`,
  )
}

function writeRow({ id, title, location, description, createdAt }: ListingSummary) {
  return html`<li>
<p class="row-head"><a href="/listing/${id}" dir="auto">${title}</a> <span class="quiet">(${location})</span> <time class="quiet" datetime="${createdAt}">${formatMonthDay(createdAt)}</time></p>
<p class="clamped" dir="auto">${description}</p>
</li>`
}

function writeNothing() {
  return html`<p>no listings found in this category yet. <a href="/post">be the first to post!</a></p>`
}
