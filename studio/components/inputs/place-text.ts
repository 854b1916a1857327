/** The places that an editor chose from the lists. */
export type ChosenPlaces = { venue?: string; neighborhood?: string }

/**
 * The chosen places that a location does not name. The filters of the events screen look for a name anywhere in the
 * location, without regard to case; `Other` is what names none of the lists, and so is nothing to write.
 */
export function listMissingPlaces(
  location: string | undefined,
  { venue, neighborhood }: ChosenPlaces,
): string[] {
  const text = location?.toLowerCase() ?? ''
  return [venue, neighborhood].filter(
    (place): place is string =>
      place !== undefined && place !== 'Other' && !text.includes(place.toLowerCase()),
  )
}

/** The location with a place put at its end. */
export function addPlace(location: string | undefined, place: string): string {
  const text = location?.trim().replace(/[,\s]+$/, '') ?? ''
  return text === '' ? place : `${text}, ${place}`
}
