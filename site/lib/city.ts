import type { ListingLocation } from '#domain/catalogue.ts'
import { readCity } from '#domain/city.ts'

/** Where a browser keeps the choice. */
export const rememberedKey = 'city'

/** The city that an address's query names. */
export function readCityOf(query: string): ListingLocation | undefined {
  return readCity(new URLSearchParams(query).get('city'))
}

/** The city that the reader chose: the address's, else the one remembered. Undefined where none was chosen. */
export function findChosenCity(query: string): ListingLocation | undefined {
  return readCityOf(query) ?? readRemembered()
}

/** Remembers a choice in this browser, where it keeps anything. */
export function rememberCity(city: ListingLocation): void {
  try {
    localStorage.setItem(rememberedKey, city)
  } catch {
    // Storage is full or switched off: the address still carries the choice.
  }
}

function readRemembered(): ListingLocation | undefined {
  try {
    return readCity(localStorage.getItem(rememberedKey))
  } catch {
    return undefined
  }
}

/** A path without a query, narrowed to a city where there is one. */
export function withCity(path: string, city: ListingLocation | undefined): string {
  return city === undefined ? path : `${path}?city=${city}`
}
