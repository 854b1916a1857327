import { html } from 'hono/html'
import { categoryPath, isInCatalogue, locations, type ListingLocation } from '#domain/catalogue.ts'
import { fill, words } from '#domain/language.ts'
import { headingOf } from '#domain/names.ts'
import type { ListingSummary } from '#domain/listing.ts'
import { formatMonthDay } from '#domain/pacific.ts'
import { summarize } from '#domain/summarize.ts'

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
  const ofCity = city === undefined ? '' : `?city=${city}`
  const { beFirst, none, older } = words().category
  return String(
    html`<h1><bdi>${headingOf(category, subcategory)}</bdi></h1>
<p class="crumbs"><a href="${categoryPath(category)}${ofCity}"><bdi>${headingOf(category)}</bdi></a>${subcategory && html` &gt; <bdi>${headingOf(category, subcategory)}</bdi>`}</p>
${writeCities(categoryPath(category, subcategory), city)}
${listings.length > 0 ? html`<ul class="listings">${listings.map(writeRow)}</ul>` : html`<p>${none} ${isInCatalogue(category, subcategory) && html`<a href="/post${ofCity}">${beFirst}</a>`}</p>`}
${next && html`<p><a href="${next}" rel="next">${older}</a></p>`}`,
  )
}

function writeCities(path: string, shown: ListingLocation | undefined) {
  const { city: label, bothCities, onlyIn } = words().category
  const choices = [
    ...locations.map((city) => ({ city, address: `${path}?city=${city}`, name: fill(onlyIn, { city }) })),
    { city: undefined, address: path, name: bothCities },
  ]
  const writeChoice = ({ city, address, name }: (typeof choices)[number]) =>
    html`<li><a href="${address}"${city === shown ? html` aria-current="true"` : ''}>${name}</a></li>`
  return html`<ul class="cities" aria-label="${label}">${choices.map(writeChoice)}</ul>`
}

function writeRow({ id, title, location, description, createdAt }: ListingSummary) {
  return html`<li>
<p class="row-head"><a href="/listing/${id}" dir="auto">${title}</a> <span class="quiet">(${location})</span> <time class="quiet" datetime="${createdAt}">${formatMonthDay(createdAt)}</time></p>
<p class="clamped" dir="auto">${summarize(description, 300)}</p>
</li>`
}
