/** Days that a listing is shown after it was posted or renewed. Rows that were inserted with SQL may never expire. */
export const usualDays = 45
export const daysOfCategories: Readonly<Record<string, number>> = { jobs: 30, housing: 30 }

const dayMilliseconds = 86_400_000

/** Days of 24 hours. Takes the category's name. */
export function listingDays(category: string): number {
  return daysOfCategories[category] ?? usualDays
}

/** Days of 24 hours, rounded up; 0 after the expiry. `expiresAt` is ISO 8601. */
export function countDaysLeft(expiresAt: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / dayMilliseconds))
}
