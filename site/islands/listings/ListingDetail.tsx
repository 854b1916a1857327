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
import { $listing } from '../../stores/query.ts'

/** For a static host, whose HTML does not contain the listing. */
export function ListingDetail() {
  const { data, error } = useStore($listing, { ssr: 'initial' })
  const listing = data?.data
  const status = error instanceof ApiError ? error.status : undefined
  const { title: unnamed, loading, notFound, expired, shownUntil } = messages().listing
  const heading = status === 404 ? notFound : status === 410 ? expired : undefined
  const title = listing?.title ?? heading

  useEffect(() => {
    if (title !== undefined) setDocumentTitle(title)
  }, [title])

  if (listing) return <ListingArticle listing={listing} city={findChosenCity(location.search)} />
  if (heading !== undefined) {
    const day = error instanceof ApiError && error.headers.get('Expired-On')
    return (
      <NoListing heading={heading} text={day ? fill(shownUntil, { day: formatShortDay(day) }) : undefined} />
    )
  }
  if (error) return <Unavailable heading={unnamed} text={error.message} onTry={$listing.revalidate} />
  return (
    <div role="status">
      <h1>{loading}</h1>
    </div>
  )
}
