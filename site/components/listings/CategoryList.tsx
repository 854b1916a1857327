import { fill, linkTo, messages } from '#domain/language.ts'
import {
  categoryPath,
  findCategory,
  findSubcategory,
  isInCatalogue,
  type HomeCity,
  homeCities,
} from '#domain/listings/catalogue.ts'
import type { ListingSummary } from '#domain/listings/listing.ts'
import { headingOf, nameOf } from '#domain/listings/names.ts'
import { formatMonthDay } from '#domain/pacific.ts'
import { summarize } from '#domain/pages/summarize.ts'
import { postPath, withCity } from '../../lib/listings/city.ts'

type CategoryLocation = {
  category: string
  subcategory: string | undefined
  city: HomeCity | undefined
}

export function CategoryHead({ category, subcategory, city }: CategoryLocation) {
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
      {subcategory === undefined && <CategoryExplanation category={category} />}
      <Subcategories category={category} shown={subcategory} city={city} />
      <Cities path={categoryPath(category, subcategory)} shown={city} />
    </>
  )
}

/** Explains what belongs in a category of the catalogue. */
function CategoryExplanation({ category }: { category: string }) {
  const name = findCategory(category)?.name
  const { belongs } = messages().category
  return name && name in belongs ? <p>{belongs[name as keyof typeof belongs]}</p> : null
}

function Subcategories({
  category,
  shown,
  city,
}: {
  category: string
  shown: string | undefined
  city: HomeCity | undefined
}) {
  const within = findCategory(category)
  if (!within) return null
  const chosen = shown === undefined ? undefined : findSubcategory(within, shown)
  return (
    <ul className="subcategories" aria-label={messages().category.subcategories}>
      {within.subcategories.map((each) => (
        <li key={each.slug}>
          <a
            href={withCity(categoryPath(within.name, each.slug), city)}
            aria-current={each === chosen ? 'page' : undefined}
          >
            {nameOf(each.name)}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Cities({ path, shown = 'both' }: { path: string; shown: HomeCity | undefined }) {
  const { city: label, onlyIn, bothCities } = messages().category
  return (
    <ul className="cities" aria-label={label}>
      {homeCities.map((city) => (
        <li key={city}>
          <a href={withCity(path, city)} aria-current={city === shown ? 'true' : undefined}>
            {city === 'both' ? bothCities : fill(onlyIn, { city })}
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
}: CategoryLocation & { listings: ListingSummary[] }) {
  const { none, beFirst } = messages().category
  if (listings.length > 0) {
    return (
      <ul className="listings">
        {listings.map((listing) => (
          <ListingRow key={listing.id} {...listing} />
        ))}
      </ul>
    )
  }
  return (
    <p>
      {none}{' '}
      {isInCatalogue(category, subcategory) && (
        <a href={postPath({ category, subcategory }, city)}>{beFirst}</a>
      )}
    </p>
  )
}

function ListingRow({ id, title, location, description, createdAt }: ListingSummary) {
  return (
    <li>
      <p className="row-head">
        <a href={linkTo(`/listing/${id}`)} dir="auto">
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
