import { fill, messages } from '#domain/language.ts'
import { categoryPath, isInCatalogue, type ListingLocation, locations } from '#domain/listings/catalogue.ts'
import type { ListingSummary } from '#domain/listings/listing.ts'
import { headingOf } from '#domain/listings/names.ts'
import { formatMonthDay } from '#domain/pacific.ts'
import { summarize } from '#domain/pages/summarize.ts'
import { withCity } from '../../lib/listings/city.ts'

type Place = {
  category: string
  subcategory: string | undefined
  city: ListingLocation | undefined
}

export function CategoryHead({ category, subcategory, city }: Place) {
  return (
    <>
      <h1>
        <bdi>{headingOf(category, subcategory)}</bdi>
      </h1>
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
      <Cities path={categoryPath(category, subcategory)} shown={city} />
    </>
  )
}

function Cities({ path, shown }: { path: string; shown: ListingLocation | undefined }) {
  const { city: label, onlyIn, bothCities } = messages().category
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

export function CategoryList({
  listings,
  category,
  subcategory,
  city,
}: Place & { listings: ListingSummary[] }) {
  const { none, beFirst } = messages().category
  if (listings.length > 0) {
    return (
      <ul className="listings">
        {listings.map((listing) => (
          <Row key={listing.id} {...listing} />
        ))}
      </ul>
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
        <span className="quiet">{`(${location})`}</span>{' '}
        <time className="quiet" dateTime={createdAt}>
          {formatMonthDay(createdAt)}
        </time>
      </p>
      <p className="clamped" dir="auto">
        {summarize(description, 300)}
      </p>
    </li>
  )
}
