import type { ImportedFields } from '#domain/import/found.ts'
import { foldWords } from '#domain/import/similar.ts'

export type KnownVenue = { _id: string; name: string; address?: string | null }

/**
 * Finds the venue by name (the location up to its first comma), or by street if the location has no name. Undefined if
 * several venues match, or if the venue is on another street.
 */
export function findVenue(
  { location = '', address = '' }: Pick<ImportedFields, 'location' | 'address'>,
  venues: readonly KnownVenue[],
): KnownVenue | undefined {
  const [place = ''] = location.split(separators)
  const { streets, towns } = readPlace(`${location}, ${address}`)
  const isThere = (venue: KnownVenue) => {
    const its = readPlace(venue.address ?? '')
    const isSameTown =
      towns.length === 0 || its.towns.length === 0 || its.towns.some((town) => towns.includes(town))
    return isSameTown && its.streets.some((street) => streets.includes(street))
  }
  const isNameless = readPlace(place).streets.length > 0 || location === ''
  const found = isNameless
    ? venues.filter(isThere)
    : venues.filter(({ name }) => simplify(name) === simplify(place))
  const [venue] = found
  if (!venue || found.length > 1) return undefined
  const isElsewhere =
    streets.length > 0 && readPlace(venue.address ?? '').streets.length > 0 && !isThere(venue)
  return isElsewhere ? undefined : venue
}

/** An event’s own address hides the venue’s position and its later changes: an equal one is not imported. */
export function isAddressOf(venue: KnownVenue, address: string): boolean {
  return simplify(address) === simplify(venue.address ?? '')
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
  lane: 'ln',
  court: 'ct',
  terrace: 'ter',
}

/**
 * `44 Tehama Street, San Francisco` gives the street `44 tehama st` and the town `san francisco`. Towns are the parts after
 * the street that are not a room, state, postal code or country.
 */
function readPlace(text: string): { streets: string[]; towns: string[] } {
  const parts = text.split(separators).map(simplify)
  const isStreet = (part: string) => /^\d{1,4}\p{L}? \p{L}/u.test(part)
  const streets = parts
    .filter(isStreet)
    .map((part) => part.replace(/\p{L}+/gu, (word) => endings[word] ?? word))
  const towns = parts
    .slice(parts.findLastIndex(isStreet) + 1)
    .map((part) => part.replace(/ (?:ca|california)?(?: ?\d{5}.*)?$/, '').replace(/^sf$/, 'san francisco'))
    .filter((part) => /^\p{L}{2}/u.test(part) && !notTowns.test(part))
  return { streets, towns: streets.length > 0 ? towns : [] }
}

const separators = /[,([\n]/
const notTowns = /^(?:ca|california|usa?|united states|(?:suite|ste|floor|fl|room|unit|apt) .*|.* floor)$/

function simplify(text: string): string {
  return foldWords(text.replace(/['’]/g, '')).replace(/^the /, '')
}
