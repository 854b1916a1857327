import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { categoryPath } from '#domain/catalogue.ts'
import { fill, words } from '#domain/language.ts'
import type { Listing } from '#domain/listing.ts'
import { nameOf } from '#domain/names.ts'
import { formatMonthDayYear, formatShortDay } from '#domain/pacific.ts'
import { ApiError } from '../lib/api.ts'
import { setDocumentTitle } from '../lib/document-title.ts'
import { $listing, readExpiredDay } from '../stores/listing.ts'

/** The listing in the page's path. */
export function ListingDetail() {
  const { data, error } = useStore($listing, { ssr: 'initial' })
  const listing = data?.data
  const isMissing = error instanceof ApiError && error.status === 404
  const isExpired = error instanceof ApiError && error.status === 410
  const { title: unnamed, loading, notFound, expired } = words().listing
  const title = listing?.title ?? (isMissing ? notFound : isExpired ? expired : undefined)

  useEffect(() => {
    if (title !== undefined) setDocumentTitle(title)
  }, [title])

  if (listing) return <Found {...listing} />
  if (isMissing) {
    return (
      <div role="alert">
        <h1>{notFound}</h1>
      </div>
    )
  }
  if (isExpired) return <Expired day={readExpiredDay(error)} />
  if (error) {
    return (
      <>
        <h1>{unnamed}</h1>
        <p role="alert">{error.message}</p>
      </>
    )
  }
  return (
    <div role="status">
      <h1>{loading}</h1>
    </div>
  )
}

function Expired({ day }: { day: string | undefined }) {
  const { expired, shownUntil } = words().listing
  return (
    <div role="alert" className="notice">
      <h1>{expired}</h1>
      {day && <p>{fill(shownUntil, { day: formatShortDay(day) })}</p>}
    </div>
  )
}

function Found({ title, category, subcategory, location, createdAt, description, contact }: Listing) {
  return (
    <article className="listing">
      <h1 dir="auto">{title}</h1>
      <p className="crumbs">
        <a href={categoryPath(category, subcategory)}>
          {nameOf(category)} &gt; {nameOf(subcategory)}
        </a>
      </p>
      <p className="quiet">
        <span>{location}</span> · <time dateTime={createdAt}>{formatMonthDayYear(createdAt)}</time>
      </p>
      <p className="as-written" dir="auto">
        {description}
      </p>
      <h2>{words().listing.contact}</h2>
      <p className="as-written" dir="auto">
        {contact}
      </p>
    </article>
  )
}
