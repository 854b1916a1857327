import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { categoryPath, isInCatalogue, type ListingLocation, locations } from '#domain/catalogue.ts'
import { fill, words } from '#domain/language.ts'
import type { ListingSummary } from '#domain/listing.ts'
import { headingOf } from '#domain/names.ts'
import { formatMonthDay } from '#domain/pacific.ts'
import { setDocumentTitle } from '../lib/document-title.ts'
import { withCity } from '../lib/city.ts'
import { keepPlace } from '../lib/list-place.ts'
import {
  $city,
  $isLoadingOlder,
  $listings,
  $newest,
  $nextPage,
  $olderFault,
  loadOlder,
} from '../stores/category.ts'
import { $pathParts } from '../stores/path.ts'

/** The listings of the category or subcategory in the page's path. */
export function CategoryListings() {
  const [category, subcategory] = useStore($pathParts, { ssr: 'initial' }) ?? []
  const city = useStore($city, { ssr: 'initial' })
  const { data, error } = useStore($newest, { ssr: 'initial' })
  const { listings, loading } = words().category
  const heading = category === undefined ? listings : headingOf(category, subcategory)

  useEffect(() => {
    if (category !== undefined) setDocumentTitle(heading)
  }, [category, heading])

  return (
    <>
      <h1>
        <bdi>{heading}</bdi>
      </h1>
      {category && (
        <p className="crumbs">
          <a href={withCity(categoryPath(category), city)}>
            <bdi>{headingOf(category)}</bdi>
          </a>
          {subcategory && (
            <>
              {' '}
              &gt; <bdi>{headingOf(category, subcategory)}</bdi>
            </>
          )}
        </p>
      )}
      {category && <Cities path={categoryPath(category, subcategory)} shown={city} />}
      {!data && !error && <p role="status">{loading}</p>}
      {error && <p role="alert">{error.message}</p>}
      {data && <Listings />}
    </>
  )
}

/** Says which city's listings are shown, and leads to the others. */
function Cities({ path, shown }: { path: string; shown: ListingLocation | undefined }) {
  const { city: label, onlyIn, bothCities } = words().category
  return (
    <ul className="cities" aria-label={label}>
      {[...locations, undefined].map((city) => (
        <li key={city ?? ''}>
          <a href={withCity(path, city)} aria-current={city === shown ? 'true' : undefined}>
            {city === undefined ? bothCities : fill(onlyIn, { city })}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Listings() {
  const listings = useStore($listings)
  const { none, beFirst } = words().category
  const [category = '', subcategory] = useStore($pathParts) ?? []
  const city = useStore($city)
  const list = useRef<HTMLUListElement>(null)
  const known = useRef<number>(undefined)

  useEffect(() => keepPlace('.listings > li', loadOlder), [])

  // What was asked for is read from its first row on. The button may be gone by then.
  useEffect(() => {
    if (known.current === undefined || listings.length <= known.current) return
    const isElsewhere = document.activeElement?.closest('a, input, select') ?? false
    if (!isElsewhere) list.current?.children[known.current]?.querySelector('a')?.focus()
    known.current = undefined
  }, [listings.length])

  if (listings.length > 0) {
    return (
      <>
        <ul ref={list} className="listings">
          {listings.map((listing) => (
            <Row key={listing.id} {...listing} />
          ))}
        </ul>
        <OlderListings onAsk={() => (known.current = listings.length)} />
      </>
    )
  }
  return (
    <p>
      {none} {isInCatalogue(category, subcategory) && <a href={withCity('/post', city)}>{beFirst}</a>}
    </p>
  )
}

function Row({ id, title, location, description, createdAt }: ListingSummary) {
  return (
    <li>
      <p className="row-head">
        <a href={`/listing/${id}`} dir="auto">
          {title}
        </a>{' '}
        <span className="quiet">({location})</span>{' '}
        <time className="quiet" dateTime={createdAt}>
          {formatMonthDay(createdAt)}
        </time>
      </p>
      <p className="clamped" dir="auto">
        {description}
      </p>
    </li>
  )
}

function OlderListings({ onAsk }: { onAsk: () => void }) {
  const hasMore = useStore($nextPage) !== undefined
  const isLoading = useStore($isLoadingOlder)
  const fault = useStore($olderFault)
  if (!hasMore) return null

  function ask() {
    onAsk()
    void loadOlder()
  }

  return (
    <>
      {fault && <p role="alert">{fault}</p>}
      <p>
        {/* Not disabled: it would lose the focus, and a second press does nothing. */}
        <button type="button" aria-disabled={isLoading} onClick={ask}>
          {isLoading ? words().category.loading : words().category.older}
        </button>
      </p>
    </>
  )
}
