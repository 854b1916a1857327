import { type ListingLocation, locations } from '#domain/catalogue.ts'
import { cityNames } from '#domain/city.ts'
import { findChosenCity, readCityOf, rememberCity, withCity } from './city.ts'
import { setDocumentTitle } from './document-title.ts'

/** Turns a page that was rendered for everybody to the city that the reader chose. */
export function showChosenCity(): void {
  const city = findChosenCity(window.location.search)
  if (city !== undefined) showCity(city)
}

/** As `showChosenCity` does, on the page where the city is chosen: a choice in its address is remembered. */
export function showAndRememberCity(): void {
  const chosen = readCityOf(window.location.search)
  if (chosen !== undefined) rememberCity(chosen)
  showChosenCity()
}

function showCity(city: ListingLocation): void {
  for (const heading of document.querySelectorAll('[data-city-name]')) {
    heading.textContent = cityNames[city]
    setDocumentTitle(cityNames[city])
  }
  for (const link of document.querySelectorAll('a[data-city]'))
    if (link.getAttribute('data-city') === city) link.setAttribute('aria-current', 'true')
  for (const link of document.querySelectorAll('a[data-carries-city]'))
    link.setAttribute('href', withCity(link.getAttribute('href') ?? '', city))
  // Events are those of the first city alone.
  for (const notice of document.querySelectorAll<HTMLElement>('[data-events-notice]'))
    notice.hidden = city === locations[0]
}
