import { type HomeCity, type ListingLocation, readCity, readHomeCity } from '#domain/listings/catalogue.ts'

export const cityStorageKey = 'city'

export function readCityFromQuery(query: string): ListingLocation | undefined {
  return readCity(new URLSearchParams(query).get('city'))
}

/** The URL's city, else the stored one. Undefined if none or both are chosen. */
export function findChosenCity(query: string): ListingLocation | undefined {
  const inAddress = readHomeCity(new URLSearchParams(query).get('city'))
  return inAddress === 'both' ? undefined : (inAddress ?? readStoredCity())
}

function readStoredCity(): ListingLocation | undefined {
  try {
    return readCity(localStorage.getItem(cityStorageKey))
  } catch {
    return undefined
  }
}

export function withCity(path: string, city: HomeCity | undefined): string {
  return city === undefined || city === 'both' ? path : `${path}?city=${city}`
}

/** The post form with category and city preselected. */
export function postPath(
  { category, subcategory }: { category: string; subcategory?: string | undefined },
  city: ListingLocation | undefined,
): string {
  const query = new URLSearchParams({
    ...(city && { city }),
    category,
    ...(subcategory !== undefined && { subcategory }),
  })
  return `/post?${query}`
}

/**
 * Stores the URL's city, and shows it or the stored one. Inlined into components/events/EventsNotice.astro to run before
 * the first paint: it may use only its arguments.
 */
export function applyCityBeforePaint(names: Record<string, string>, storageKey: string): void {
  const root = document.documentElement
  const query = new URLSearchParams(window.location.search)
  if (query.get('q')?.trim()) root.dataset['searched'] = ''
  const find = (name: string | null) =>
    Object.keys(names).find((known) => known.toLowerCase() === name?.toLowerCase())
  let city = find(query.get('city'))
  try {
    if (city === undefined) city = find(localStorage.getItem(storageKey))
    else if (city !== 'both') localStorage.setItem(storageKey, city)
  } catch {
    // Storage is full or switched off: only the URL counts.
  }
  if (city === undefined) return
  root.dataset['chosenCity'] = city
  const heading = document.querySelector('[data-city-name]')
  if (heading) heading.textContent = names[city] ?? ''
  for (const link of document.querySelectorAll<HTMLElement>('a[data-city]')) {
    if (link.dataset['city'] === city) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  const notice = document.querySelector<HTMLElement>('[data-events-notice]')
  if (notice) notice.hidden = notice.dataset['eventsNotice'] !== city
}

/** Inlined into pages/index.astro, so that links and lists match the city before other scripts load. */
export function applyCityToLists(): void {
  const { chosenCity } = document.documentElement.dataset
  if (chosenCity === undefined) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-append-city]'))
    link.setAttribute('href', chosenCity === 'both' ? link.pathname : `${link.pathname}?city=${chosenCity}`)
  for (const part of document.querySelectorAll<HTMLElement>('[data-of-city]'))
    part.hidden = part.dataset['ofCity'] !== chosenCity
}
