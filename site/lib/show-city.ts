import { words } from '#domain/language.ts'
import { findChosenCity, readCityOf, rememberCity } from './city.ts'
import { setDocumentTitle } from './document-title.ts'
import { readSearch } from './search.ts'

export function showCity(): void {
  const { search } = window.location
  const chosen = readCityOf(search)
  if (chosen !== undefined) rememberCity(chosen)
  const city = findChosenCity(search)
  // A search has a title of its own.
  if (city !== undefined && !readSearch(search)) setDocumentTitle(words().cities[city])
}
