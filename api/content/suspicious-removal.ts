/** More than this many rows, and more than this share of all synced ones. */
const [maxRows, maxShare] = [5, 0.1]

/**
 * Whether so many rows are gone at once that the content is more likely to be at fault than an editor. For sweeps: a webhook
 * is signed and names one document, so its removals are not limited.
 */
export function isSuspicious(gone: readonly unknown[], rows: readonly unknown[]): boolean {
  return gone.length > maxRows && gone.length > rows.length * maxShare
}

/** The sentence for the operator; undefined if nothing is withheld. */
export function describeWithheld(...what: Array<string | undefined>): string | undefined {
  const withheld = what.filter((words) => words !== undefined)
  if (withheld.length === 0) return undefined
  return `The content lacks ${withheld.join(' and ')} of the calendar, which were therefore not removed: check the content, or remove them with \`npm run sync -- --accept\``
}
