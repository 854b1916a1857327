import { html, raw } from 'hono/html'
import { categoryPath } from '#domain/catalogue.ts'
import { words } from '#domain/language.ts'
import type { Listing } from '#domain/listing.ts'
import { nameOf } from '#domain/names.ts'
import { formatMonthDayYear } from '#domain/pacific.ts'
import { writeManageForm } from './listing-form.ts'

/** A listing for a reader without scripts: what site/islands/ListingDetail.tsx shows the others. HTML. */
export function writeListing(id: string, listing: Listing, { isPosted = false } = {}): string {
  const { title, category, subcategory, location, createdAt, description, contact } = listing
  return String(
    html`${isPosted && writePosted()}<article class="listing">
<h1 dir="auto">${title}</h1>
<p class="crumbs"><a href="${categoryPath(category, subcategory)}">${nameOf(category)} &gt; ${nameOf(subcategory)}</a></p>
<p class="quiet"><span>${location}</span> · <time datetime="${createdAt}">${formatMonthDayYear(createdAt)}</time></p>
<p class="as-written" dir="auto">${description}</p>
<h2>${words().listing.contact}</h2>
<p class="as-written" dir="auto">${contact}</p>
</article>
${raw(writeManageForm({ id, typed: listing, hasFields: true }))}`,
  )
}

function writePosted() {
  const { manage, toast } = words()
  return html`<div class="notice" role="status"><p><strong>${toast.posted}</strong> ${toast.postedText}</p><p>${manage.keepAddress}</p></div>
`
}

/** What is told of a listing that is not there. HTML. */
export function writeNoListing(message: string): string {
  return String(html`<h1>${message}</h1>`)
}
