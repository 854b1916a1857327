import { linkTo } from '#domain/language.ts'
import { defaultLocation, type HomeCity, readHomeCity } from '#domain/listings/catalogue.ts'
import { readStored } from '../page/storage.ts'

export const cityStorageKey = 'city'

export function readCityFromQuery(query: string): HomeCity | undefined {
  return readHomeCity(new URLSearchParams(query).get('city'))
}

export function findChosenCity(query: string): HomeCity | undefined {
  return readCityFromQuery(query) ?? readHomeCity(String(readStored('localStorage', cityStorageKey)))
}

/** In the current language. */
export function withCity(path: string, city: HomeCity | undefined): string {
  return linkTo(city === undefined ? path : `${path}?city=${city}`)
}

export function homePath(city: HomeCity | undefined): string {
  return withCity('/', city === defaultLocation ? undefined : city)
}

export function postPath(
  { category, subcategory }: { category: string; subcategory?: string | undefined },
  city: HomeCity | undefined,
): string {
  const query = new URLSearchParams({
    ...(city && { city }),
    category,
    ...(subcategory !== undefined && { subcategory }),
  })
  return linkTo(`/post?${query}`)
}

/**
 * Stores the URL's city, and shows it or the stored one in the header above. A list whose URL names no city is opened
 * again with the stored one. Inlined into layouts/Board.astro to run before the first paint: it may use only its arguments.
 */
export function applyCityBeforePaint(names: Record<string, string>, storageKey: string): void {
  const root = document.documentElement
  const address = new URL(window.location.href)
  const isSearch = Boolean(address.searchParams.get('q')?.trim())
  if (isSearch) root.dataset['searched'] = ''
  const find = (name: string | null) =>
    Object.keys(names).find((known) => known.toLowerCase() === name?.toLowerCase())
  let city = find(address.searchParams.get('city'))
  try {
    if (city !== undefined) localStorage.setItem(storageKey, city)
    else {
      city = find(localStorage.getItem(storageKey))
      const isList = isSearch || /^(?:\/\w\w)?\/category\//.test(address.pathname)
      if (isList && city !== undefined && city !== 'both') {
        address.searchParams.set('city', city)
        window.location.replace(address)
      }
    }
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
}

/** Inlined at the end of layouts/Board.astro, so that links and lists match the city before other scripts load. */
export function applyCityToLists(): void {
  const { chosenCity } = document.documentElement.dataset
  if (chosenCity === undefined) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-append-city]')) {
    const address = new URL(link.href)
    address.searchParams.set('city', chosenCity)
    link.setAttribute('href', address.pathname + address.search + address.hash)
  }
  for (const part of document.querySelectorAll<HTMLElement>('[data-of-city]'))
    part.hidden = part.dataset['ofCity'] !== chosenCity
}
