import { defaultLocation } from '#domain/catalogue.ts'
import { findChosenCity } from './city.ts'

/** Lets a form begin with the reader's city, where nobody has chosen another location yet. */
export function chooseLocation(form: HTMLFormElement | null): void {
  const location = form?.elements.namedItem('location') as HTMLSelectElement | null
  if (location?.value === defaultLocation)
    location.value = findChosenCity(window.location.search) ?? defaultLocation
}
