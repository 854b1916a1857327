import { atom, onMount } from 'nanostores'
import type { ListingLocation } from '#domain/catalogue.ts'
import { findChosenCity } from '../lib/city.ts'

/** Undefined where none was chosen, and at hydration. */
export const $chosenCity = atom<ListingLocation | undefined>()

onMount($chosenCity, () => {
  if (!import.meta.env.SSR) $chosenCity.set(findChosenCity(window.location.search))
})
