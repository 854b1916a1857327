import { atom, computed } from 'nanostores'
import { toOneCity } from '#domain/listings/catalogue.ts'
import type { ListingSummary } from '#domain/listings/listing.ts'
import { type Answer, read } from '../lib/api.ts'
import { readCityFromQuery } from '../lib/listings/city.ts'
import { $pathKey, createReadStore } from './query.ts'

type ListingPage = Answer<ListingSummary[]>

export const $city = computed($pathKey, (key) =>
  key === undefined ? undefined : readCityFromQuery(window.location.search),
)

export const $newest = createReadStore<ListingPage, Error>([
  '/api/listings/category',
  computed([$pathKey, $city], (key, city) => {
    const only = toOneCity(city)
    return key && only ? `${key}?city=${only}` : key
  }),
])

const $older = atom<ListingPage[]>([])
export const $isLoadingOlder = atom(false)
export const $olderFault = atom<string | undefined>()

const $pages = computed([$newest, $older], ({ data }, older) => (data ? [data, ...older] : []))

export const $listings = computed($pages, (pages) => pages.flatMap(({ data }) => data ?? []))

export const $nextPage = computed($pages, (pages) => pages.at(-1)?.next)

export async function loadOlder(): Promise<void> {
  const next = $nextPage.get()
  if (next === undefined || $isLoadingOlder.get()) return
  $isLoadingOlder.set(true)
  $olderFault.set(undefined)
  try {
    const page = await read<ListingSummary[]>(next)
    $older.set([...$older.get(), page])
  } catch (error) {
    $olderFault.set((error as Error).message)
  } finally {
    $isLoadingOlder.set(false)
  }
}
