import { fill, linkTo, messages } from '#domain/language.ts'
import { categoryPath, type HomeCity, readCity } from '#domain/listings/catalogue.ts'
import type { Listing } from '#domain/listings/listing.ts'
import { nameOf } from '#domain/listings/names.ts'
import { formatMonthDayYear } from '#domain/pacific.ts'
import { withCity } from '../../lib/listings/city.ts'
import { DetailList } from './DetailList.tsx'
import { FairHousing } from './DetailFields.tsx'
import { LinkedText } from './LinkedText.tsx'

type ListingArticleProps = {
  listing: Listing
  /** Needed if the contact is shown only on request. */
  id?: string | undefined
  /** The reader's choice, if it is known: the links keep it. */
  city?: HomeCity | undefined
}

export function ListingArticle({ listing, id, city }: ListingArticleProps) {
  const { title, category, subcategory, location, createdAt, description, contact } = listing
  return (
    <article className="listing">
      <h1 dir="auto">{title}</h1>
      <p className="crumbs">
        <a href={withCity(categoryPath(category, subcategory), city ?? readCity(location))} data-append-city>
          {nameOf(category)} &gt; {nameOf(subcategory)}
        </a>
      </p>
      <p className="quiet">
        <span>{location}</span> · <time dateTime={createdAt}>{formatMonthDayYear(createdAt)}</time>
      </p>
      <DetailList details={listing} />
      <LinkedText text={description} />
      <h2>{messages().listing.contact}</h2>
      {contact === null && id !== undefined && (
        <form action={linkTo(`/listing/${id}/contact`)} method="post">
          <button type="submit">{messages().listing.showContact}</button>
        </form>
      )}
      {contact !== null && <LinkedText text={contact} phones />}
      {category === 'housing' && <FairHousing />}
    </article>
  )
}

export function NoListing() {
  return (
    <div role="alert">
      <h1>{messages().listing.notFound}</h1>
    </div>
  )
}

export function WithheldListing() {
  const { hidden, hiddenText } = messages().moderation
  return (
    <div role="alert" className="notice">
      <h1>{hidden}</h1>
      <p>{hiddenText}</p>
    </div>
  )
}

export function ExpiredListing({ day }: { day: string | undefined }) {
  const { expired, shownUntil } = messages().listing
  return (
    <div role="alert" className="notice">
      <h1>{expired}</h1>
      {day !== undefined && <p>{fill(shownUntil, { day })}</p>}
    </div>
  )
}
