export { default } from '@astrojs/react/client.js' // oxlint-disable-line no-default-export -- See site/bundle.ts.
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { fill, messages } from '#domain/language.ts'
import { formatShortDay } from '#domain/pacific.ts'
import { Unavailable } from '../../components/Unavailable.tsx'
import { ListingArticle, NoListing } from '../../components/listings/ListingArticle.tsx'
import { ApiError } from '../../lib/api.ts'
import { findChosenCity } from '../../lib/listings/city.ts'
import { setDocumentTitle } from '../../lib/page/document-title.ts'
import { $listing, readExpiredDay } from '../../stores/query.ts'

/** For a static host, whose HTML does not contain the listing. */
export function ListingDetail() {
  const { data, error } = useStore($listing, { ssr: 'initial' })
  const listing = data?.data
  const isMissing = error instanceof ApiError && error.status === 404
  const isExpired = error instanceof ApiError && error.status === 410
  const { title: unnamed, loading, notFound, expired, shownUntil } = messages().listing
  const title = listing?.title ?? (isMissing ? notFound : isExpired ? expired : undefined)

  useEffect(() => {
    if (title !== undefined) setDocumentTitle(title)
  }, [title])

  if (listing) return <ListingArticle listing={listing} city={findChosenCity(location.search)} />
  if (isMissing) return <NoListing heading={notFound} />
  if (isExpired) {
    const day = readExpiredDay(error)
    return <NoListing heading={expired} text={day && fill(shownUntil, { day: formatShortDay(day) })} />
  }
  if (error) return <Unavailable heading={unnamed} text={error.message} onTry={$listing.revalidate} />
  return (
    <div role="status">
      <h1>{loading}</h1>
    </div>
  )
}
