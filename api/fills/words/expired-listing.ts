import { html, raw } from 'hono/html'
import { fill, words } from '#domain/language.ts'
import { formatMonthDayYear } from '#domain/pacific.ts'
import { writeManageForm } from './listing-form.ts'

/** A listing that has expired for a reader without scripts: what site/islands/ListingDetail.tsx shows the others. HTML. */
export function writeExpiredListing(id: string, expiredAt: string): string {
  const { expired, shownUntil } = words().listing
  const day = formatMonthDayYear(expiredAt)
  return String(
    html`<div class="notice"><h1>${expired}</h1><p>${fill(shownUntil, { day })}</p></div>
${raw(writeManageForm({ id, typed: {}, hasFields: false }))}`,
  )
}
