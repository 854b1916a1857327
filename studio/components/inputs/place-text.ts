export type ChosenPlaces = { venue?: string; neighborhood?: string }

/** The chosen places that the location lacks. Ignores case, like the filters of the events screen. */
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

export function addPlace(location: string | undefined, place: string): string {
  const text = location?.trim().replace(/[,\s]+$/, '') ?? ''
  return text === '' ? place : `${text}, ${place}`
}
