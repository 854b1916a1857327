import { words } from '#domain/language.ts'
import { findChosenCity, readCityOf, rememberCity, withCity } from './city.ts'
import { setDocumentTitle } from './document-title.ts'
import { readSearch } from './search.ts'

/**
 * Makes the home page the chosen city's, as far as `showEarly` has not: its title, and the links that carry the city on.
 * A choice in the address is remembered.
 */
export function showCity(): void {
  const { search } = window.location
  const chosen = readCityOf(search)
  if (chosen !== undefined) rememberCity(chosen)
  const city = findChosenCity(search)
  if (city === undefined) return
  // A search has a title of its own.
  if (!readSearch(search)) setDocumentTitle(words().cities[city])
  for (const link of document.querySelectorAll('a[data-carries-city]'))
    link.setAttribute('href', withCity(link.getAttribute('href') ?? '', city))
}
