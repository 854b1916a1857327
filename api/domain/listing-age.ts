/**
 * How long a listing is shown, from its post or its last renewal. The one place that knows; it imports nothing. Rows
 * that were loaded by hand have no expiry and are always shown.
 */
export const usualDays = 45
export const daysOfCategories: Readonly<Record<string, number>> = { jobs: 30, housing: 30 }

const dayMilliseconds = 86_400_000

/** The days of 24 hours for which a listing of this category, by its stored name, is shown. */
export function listingDays(category: string): number {
  return daysOfCategories[category] ?? usualDays
}

/** The days of 24 hours that are left, the last one begun counts: 0 for what has expired. `expiresAt` is ISO 8601. */
export function countDaysLeft(expiresAt: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / dayMilliseconds))
}
