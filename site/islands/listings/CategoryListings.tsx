export { default } from '@astrojs/react/client.js' // oxlint-disable-line no-default-export -- See site/bundle.ts.
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { messages } from '#domain/language.ts'
import { isInCatalogue } from '#domain/listings/catalogue.ts'
import { suggestCategories } from '#domain/listings/suggest-categories.ts'
import { headingOf } from '#domain/listings/names.ts'
import { CategoryHead, CategoryList } from '../../components/listings/CategoryList.tsx'
import { Unavailable } from '../../components/Unavailable.tsx'
import { CategoryNotFound } from '../../components/listings/CategoryNotFound.tsx'
import { FollowLinks } from '../../components/listings/FollowLinks.tsx'
import { postPath, withCity } from '../../lib/listings/city.ts'
import { setDocumentTitle } from '../../lib/page/document-title.ts'
import { restoreScrollPosition } from '../../lib/page/scroll-restoration.ts'
import {
  $city,
  $isLoadingOlder,
  $listings,
  $newest,
  $nextPage,
  $olderFault,
  loadOlder,
} from '../../stores/category.ts'
import { $pathParts } from '../../stores/query.ts'

const rows = '.listings > li'

/** For a static host, whose HTML does not contain the listings. */
export function CategoryListings() {
  const [category, subcategory] = useStore($pathParts, { ssr: 'initial' }) ?? []
  const city = useStore($city, { ssr: 'initial' })
  const { data, error } = useStore($newest, { ssr: 'initial' })
  const { listings, loading } = messages().category
  const isKnown = category === undefined || isInCatalogue(category, subcategory)
  const isMissing = !isKnown && data?.data?.length === 0
  const heading = isMissing
    ? messages().site.notFound
    : category === undefined
      ? listings
      : headingOf(category, subcategory)

  useEffect(() => {
    if (category !== undefined) setDocumentTitle(heading)
  }, [category, heading])
  useEffect(() => {
    const path =
      category !== undefined && isKnown ? postPath({ category, subcategory }, city) : withCity('/post', city)
    document.querySelector('a.post')?.setAttribute('href', path)
  }, [category, subcategory, city, isKnown])

  if (isMissing) return <CategoryNotFound near={suggestCategories(category ?? '', subcategory)} />
  return (
    <>
      {category === undefined ? (
        <h1>{heading}</h1>
      ) : (
        <CategoryHead category={category} subcategory={subcategory} city={city} />
      )}
      {!data && !error && <p role="status">{loading}</p>}
      {error && <Unavailable text={error.message} onTry={$newest.revalidate} />}
      {data && <Listings />}
    </>
  )
}

function Listings() {
  const listings = useStore($listings)
  const [category = '', subcategory] = useStore($pathParts) ?? []
  const city = useStore($city)

  useEffect(() => restoreScrollPosition(rows, loadOlder), [])

  return (
    <>
      <CategoryList listings={listings} category={category} subcategory={subcategory} city={city} />
      <OlderListings />
      {isInCatalogue(category, subcategory) && (
        <FollowLinks category={category} subcategory={subcategory} city={city} />
      )}
    </>
  )
}

function OlderListings() {
  const hasMore = useStore($nextPage) !== undefined
  const isLoading = useStore($isLoadingOlder)
  const fault = useStore($olderFault)
  if (!hasMore) return null

  async function ask() {
    const known = $listings.get().length
    await loadOlder()
    // The button may be gone. A reader who has moved on meanwhile keeps the focus.
    const isElsewhere = document.activeElement?.closest('a, input, select') ?? false
    if (!isElsewhere) document.querySelectorAll(rows)[known]?.querySelector('a')?.focus()
  }

  return (
    <>
      {fault && <p role="alert">{fault}</p>}
      <p>
        {/* Not `disabled`, which would drop the focus. A second press does nothing. */}
        <button type="button" aria-disabled={isLoading} onClick={() => void ask()}>
          {isLoading ? messages().category.loading : messages().category.older}
        </button>
      </p>
    </>
  )
}
