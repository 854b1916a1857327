import { html, raw } from 'hono/html'
import { expiredWords } from '#domain/expired-listing.ts'
import { formatMonthDayYear } from '#domain/pacific.ts'
import { writeManageForm } from './listing-form.ts'

/** A listing that has expired for a reader without scripts: what site/islands/ListingDetail.tsx shows the others. HTML. */
export function writeExpiredListing(id: string, expiredAt: string): string {
  const date = formatMonthDayYear(expiredAt)
  return String(
    html`<div class="notice"><h1>${expiredWords.title}</h1><p>${expiredWords.shownUntil(date)}</p></div>
${raw(writeManageForm({ id, typed: {}, hasFields: false }))}`,
  )
}
