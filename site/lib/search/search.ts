import { linkTo } from '#domain/language.ts'
import { type HomeCity, type ListingLocation, toOneCity } from '#domain/listings/catalogue.ts'
import { readCityFromQuery } from '../listings/city.ts'

export type Search = { text: string; city: ListingLocation | undefined }

export function readSearch(query: string): Search | undefined {
  const text = new URLSearchParams(query).get('q')?.trim() ?? ''
  return text === '' ? undefined : { text, city: toOneCity(readCityFromQuery(query)) }
}

type AddressedSearch = { text: string; city: HomeCity | undefined }

export function resultsPath({ text, city }: AddressedSearch): string {
  return linkTo(`/?${writeQuery({ text, city })}`)
}

export function writeQuery({ text, city }: AddressedSearch): string {
  return new URLSearchParams({ q: text, ...(city && { city }) }).toString()
}

/** Only after the form was sent: Back, Forward and a reload keep the reader's place. */
export function focusResults(heading: HTMLElement | null): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'navigate' || !heading) return
  heading.focus({ preventScroll: true })
  const isFarDown = heading.getBoundingClientRect().top > window.innerHeight / 2
  if (isFarDown) heading.scrollIntoView({ block: 'start' })
}
