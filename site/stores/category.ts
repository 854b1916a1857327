import { atom, computed } from 'nanostores'
import type { ListingSummary } from '#domain/listing.ts'
import { type Answer, read } from '../lib/api.ts'
import { readCityOf, withCity } from '../lib/city.ts'
import { $pathKey } from './path.ts'
import { createReadStore } from './query.ts'

type ListingPage = Answer<ListingSummary[]>

/** The city that the page's address narrows the list to; undefined until the address is known. */
export const $city = computed($pathKey, (key) =>
  key === undefined ? undefined : readCityOf(window.location.search),
)

/** The newest listings of the category or subcategory that the page's path names. */
export const $newest = createReadStore<ListingPage, Error>([
  '/api/listings/category',
  computed([$pathKey, $city], (key, city) => key && withCity(key, city)),
])

const $older = atom<ListingPage[]>([])
export const $isLoadingOlder = atom(false)
export const $olderFault = atom<string | undefined>()

const $pages = computed([$newest, $older], ({ data }, older) => (data ? [data, ...older] : []))

/** Every listing fetched so far, newest first. */
export const $listings = computed($pages, (pages) => pages.flatMap(({ data }) => data ?? []))

/** The address of the next page, if there is one. */
export const $nextPage = computed($pages, (pages) => pages.at(-1)?.next)

/** Fetches the next page, if there is one and it is not on its way. */
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
