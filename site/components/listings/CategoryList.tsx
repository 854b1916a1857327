import { linkTo, messages } from '#domain/language.ts'
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
import { describeDetails } from './describe-details.ts'

export type CategoryLocation = {
  category: string
  subcategory: string | undefined
  city: HomeCity | undefined
}

export function CategoryHead({ category, subcategory, city }: CategoryLocation) {
  return (
    <>
      <div className="list-head">
        <h1>
          <bdi>{headingOf(category, subcategory)}</bdi>
        </h1>
        <Cities path={categoryPath(category, subcategory)} shown={city} />
      </div>
      {subcategory === undefined ? (
        <CategoryExplanation category={category} />
      ) : (
        <p className="crumbs">
          <a href={withCity(categoryPath(category), city)}>
            <bdi>{headingOf(category)}</bdi>
          </a>{' '}
          &gt; <bdi>{headingOf(category, subcategory)}</bdi>
        </p>
      )}
      <Subcategories category={category} subcategory={subcategory} city={city} />
    </>
  )
}

function CategoryExplanation({ category }: { category: string }) {
  const name = findCategory(category)?.name
  const { belongs } = messages().category
  return name && name in belongs ? <p className="quiet">{belongs[name as keyof typeof belongs]}</p> : null
}

function Subcategories({ category, subcategory, city }: CategoryLocation) {
  const within = findCategory(category)
  if (!within) return null
  const chosen = subcategory === undefined ? undefined : findSubcategory(within, subcategory)
  return (
    <ul className="subcategories one-line screen-only" aria-label={messages().category.subcategories}>
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
  const { city: label, both } = messages().category
  return (
    <ul className="cities" aria-label={label}>
      {homeCities.map((city) => (
        <li key={city}>
          <a href={withCity(path, city)} aria-current={city === shown ? 'true' : undefined}>
            {city === 'both' ? both : city}
          </a>
        </li>
      ))}
    </ul>
  )
}

export function CategoryList(props: CategoryLocation & { listings: ListingSummary[] }) {
  const { listings, category, subcategory, city } = props
  const { none, beFirst } = messages().category
  if (listings.length > 0) {
    return (
      <ul className="listings">
        {listings.map((listing) => (
          <ListingRow key={listing.id} {...listing} isMixed={subcategory === undefined} />
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

/** `isMixed`: the list has listings of several subcategories. */
function ListingRow({ isMixed, ...listing }: ListingSummary & { isMixed: boolean }) {
  const { id, title, subcategory, location, description, createdAt } = listing
  // The optional fields that readers compare.
  const { company: _, ...compared } = listing
  return (
    <li>
      <p className="row-head">
        <a href={linkTo(`/listing/${id}`)} dir="auto">
          {title}
        </a>
      </p>{' '}
      <p className="row-facts">
        <span>{`(${location})`}</span> <time dateTime={createdAt}>{formatMonthDay(createdAt)}</time>{' '}
        {isMixed && <span>{nameOf(subcategory)}</span>}{' '}
        {describeDetails(compared).map(({ label, text }) => (
          <b key={label}>{text}</b>
        ))}
      </p>
      <p className="clamped" dir="auto">
        {summarize(description, 300)}
      </p>
    </li>
  )
}
