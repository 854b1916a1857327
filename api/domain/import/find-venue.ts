import type { ImportedFields } from '#domain/import/found.ts'

/** A published venue. */
export type KnownVenue = { _id: string; name: string; address?: string | null }

/**
 * The venue that has the name before the first comma of the location, or the street where the location names nothing else.
 * None where that is said of several, or the street is another one.
 */
export function findVenue(
  { location = '', address = '' }: Pick<ImportedFields, 'location' | 'address'>,
  venues: readonly KnownVenue[],
): KnownVenue | undefined {
  const [place = ''] = location.split(/[,(\n]/)
  const streets = listStreets(`${location}, ${address}`)
  const isThere = (venue: KnownVenue) =>
    listStreets(venue.address ?? '').some((street) => streets.includes(street))
  const isNameless = listStreets(place).length > 0 || location === ''
  const found = isNameless
    ? venues.filter(isThere)
    : venues.filter(({ name }) => simplify(name) === simplify(place))
  const [venue] = found
  if (!venue || found.length > 1) return undefined
  const isElsewhere = streets.length > 0 && listStreets(venue.address ?? '').length > 0 && !isThere(venue)
  return isElsewhere ? undefined : venue
}

const endings: Record<string, string> = {
  street: 'st',
  avenue: 'ave',
  av: 'ave',
  boulevard: 'blvd',
  road: 'rd',
  drive: 'dr',
  place: 'pl',
  square: 'sq',
}

/** `44 tehama st` of `44 Tehama Street, San Francisco`. */
function listStreets(text: string): string[] {
  return text
    .split(/[,(\n]/)
    .map(simplify)
    .filter((part) => /^\d+\w? \p{L}/u.test(part))
    .map((part) => part.replace(/\p{L}+/gu, (word) => endings[word] ?? word))
}

function simplify(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
}
