/** The chosen places that the location lacks. Ignores case, like the filters of the events screen. */
export function listMissingPlaces(location: string | undefined, chosen: (string | undefined)[]): string[] {
  const text = location?.toLowerCase() ?? ''
  return chosen
    .filter((place) => place !== undefined)
    .filter((place) => place !== 'Other' && !text.includes(place.toLowerCase()))
}

export function addPlace(location: string | undefined, place: string): string {
  const text = location?.trim().replace(/[,\s]+$/, '') ?? ''
  return text === '' ? place : `${text}, ${place}`
}
