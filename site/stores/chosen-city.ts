import { atom, onMount } from 'nanostores'
import type { ListingLocation } from '#domain/catalogue.ts'
import { findChosenCity } from '../lib/city.ts'

/** The city that the reader chose; undefined where none was, and in the HTML that was rendered ahead. */
export const $chosenCity = atom<ListingLocation | undefined>()

onMount($chosenCity, () => {
  if (!import.meta.env.SSR) $chosenCity.set(findChosenCity(window.location.search))
})
