import type { ImportedFields } from '#domain/import/found.ts'
import { foldText } from '#domain/import/similar.ts'

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
  const written = `${location}, ${address}`
  const streets = listStreets(written)
  const towns = listTowns(written)
  const isThere = (venue: KnownVenue) => {
    const [itsStreets, itsTowns] = [listStreets(venue.address ?? ''), listTowns(venue.address ?? '')]
    const isSameTown =
      towns.length === 0 || itsTowns.length === 0 || itsTowns.some((town) => towns.includes(town))
    return isSameTown && itsStreets.some((street) => streets.includes(street))
  }
  const isNameless = listStreets(place).length > 0 || location === ''
  const found = isNameless
    ? venues.filter(isThere)
    : venues.filter(({ name }) => simplify(name) === simplify(place))
  const [venue] = found
  if (!venue || found.length > 1) return undefined
  const isElsewhere = streets.length > 0 && listStreets(venue.address ?? '').length > 0 && !isThere(venue)
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

/** `44 Tehama Street, San Francisco` gives `44 tehama st`. */
function listStreets(text: string): string[] {
  return text
    .split(separators)
    .map(simplify)
    .filter((part) => /^\d{1,4}\p{L}? \p{L}/u.test(part))
    .map((part) => part.replace(/\p{L}+/gu, (word) => endings[word] ?? word))
}

/** The parts after the street that are not a room, state, postal code or country: `san francisco`. */
function listTowns(text: string): string[] {
  const parts = text
    .split(separators)
    .map((part) => simplify(part).replace(/ (?:ca|california)?(?: ?\d{5}.*)?$/, ''))
  const street = parts.findLastIndex((part) => listStreets(part).length > 0)
  return street < 0
    ? []
    : parts
        .slice(street + 1)
        .map((part) => (part === 'sf' ? 'san francisco' : part))
        .filter((part) => /^\p{L}{2}/u.test(part) && !notTowns.test(part))
}

const separators = /[,([\n]/
const notTowns = /^(?:ca|california|usa?|united states|(?:suite|ste|floor|fl|room|unit|apt) .*|.* floor)$/

function simplify(text: string): string {
  return foldText(text)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
}
