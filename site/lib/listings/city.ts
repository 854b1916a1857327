import type { ListingLocation } from '#domain/listings/catalogue.ts'
import { readCity } from '#domain/listings/city.ts'

export const rememberedKey = 'city'

export function readCityOf(query: string): ListingLocation | undefined {
  return readCity(new URLSearchParams(query).get('city'))
}

/** The address's, else the one remembered. */
export function findChosenCity(query: string): ListingLocation | undefined {
  return readCityOf(query) ?? readRemembered()
}

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

export function withCity(path: string, city: ListingLocation | undefined): string {
  return city === undefined ? path : `${path}?city=${city}`
}
