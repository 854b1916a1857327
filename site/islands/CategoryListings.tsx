import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { categoryPath, toHeading } from '#domain/catalogue.ts'
import type { ListingSummary } from '#domain/listing.ts'
import { formatMonthDay } from '#domain/pacific.ts'
import { setDocumentTitle } from '../lib/document-title.ts'
import { withCity } from '../lib/city.ts'
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

const words = { onlyIn: 'only in', everywhere: 'show both cities' }

/** The listings of the category or subcategory in the page's path. */
export function CategoryListings() {
  const [category, subcategory] = useStore($pathParts, { ssr: 'initial' }) ?? []
  const city = useStore($city, { ssr: 'initial' })
  const { data, error } = useStore($newest, { ssr: 'initial' })
  const heading = toHeading(subcategory ?? category ?? 'listings')

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
            <bdi>{toHeading(category)}</bdi>
          </a>
          {subcategory && (
            <>
              {' '}
              &gt; <bdi>{toHeading(subcategory)}</bdi>
            </>
          )}
        </p>
      )}
      {category && city && (
        <p>
          {words.onlyIn} {city} <a href={categoryPath(category, subcategory)}>{words.everywhere}</a>
        </p>
      )}
      {!data && !error && <p role="status">loading listings...</p>}
      {error && <p role="alert">{error.message}</p>}
      {data && <Listings />}
    </>
  )
}

function Listings() {
  const listings = useStore($listings)
  const city = useStore($city)
  if (listings.length > 0) {
    return (
      <>
        <ul className="listings">
          {listings.map((listing) => (
            <Row key={listing.id} {...listing} />
          ))}
        </ul>
        <OlderListings />
      </>
    )
  }
  return (
    <p>
      no listings found in this category yet. <a href={withCity('/post', city)}>be the first to post!</a>
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

function OlderListings() {
  const hasMore = useStore($nextPage) !== undefined
  const isLoading = useStore($isLoadingOlder)
  const fault = useStore($olderFault)
  if (!hasMore) return null
  return (
    <>
      {fault && <p role="alert">{fault}</p>}
      <p>
        <button type="button" disabled={isLoading} onClick={() => void loadOlder()}>
          {isLoading ? 'loading listings...' : 'older listings'}
        </button>
      </p>
    </>
  )
}
