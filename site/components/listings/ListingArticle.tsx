import { fill, linkTo, messages } from '#domain/language.ts'
import { categoryPath, type HomeCity, readCity } from '#domain/listings/catalogue.ts'
import { findLinks } from '#domain/listings/find-links.ts'
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
  /** ISO 8601, null if it never expires. */
  expiresAt?: string | null | undefined
}

export function ListingArticle({ listing, id, city, expiresAt }: ListingArticleProps) {
  const { title, category, subcategory, location, createdAt, description, contact } = listing
  const { contact: heading, showContact, isShownUntil } = messages().listing
  return (
    <article className="listing">
      <div className="listing-head">
        <h1 dir="auto">{title}</h1>
        <p className="crumbs">
          <a
            href={withCity(categoryPath(category, subcategory), city ?? readCity(location))}
            data-append-city
          >
            {nameOf(category)} &gt; {nameOf(subcategory)}
          </a>
        </p>
      </div>
      <div className="card">
        <h2>{heading}</h2>
        {contact === null && id !== undefined && (
          <form action={linkTo(`/listing/${id}/contact`)} method="post">
            <button type="submit">{showContact}</button>
          </form>
        )}
        {contact !== null && <Contact text={contact} />}
        <DetailList details={listing} />
        <p className="quiet">
          <span>{location}</span> · <time dateTime={createdAt}>{formatMonthDayYear(createdAt)}</time>
          {expiresAt && <span>{fill(isShownUntil, { day: formatMonthDayYear(expiresAt) })}</span>}
        </p>
      </div>
      <div className="listing-text">
        <LinkedText text={description} />
        {category === 'housing' && <FairHousing />}
      </div>
    </article>
  )
}

/** The text as written, and its first address as the page's main action. */
function Contact({ text }: { text: string }) {
  const href = findLinks(text, { phones: true }).find((part) => part.href)?.href
  const { write, call, open } = messages().listing
  return (
    <>
      <LinkedText text={text} phones />
      {href && (
        <a className="filled main-action" href={href} rel="ugc nofollow noopener">
          {href.startsWith('mailto:') ? write : href.startsWith('tel:') ? call : open}
        </a>
      )}
    </>
  )
}

/** In place of a listing that is not shown, or does not exist. */
export function NoListing({ heading, text }: { heading: string; text?: string | undefined }) {
  return (
    <div role="alert" className={text && 'notice'}>
      <h1>{heading}</h1>
      {text && <p>{text}</p>}
    </div>
  )
}
