import { categoryPath, findCategory, findSubcategory } from '#domain/catalogue.ts'
import { fill, words } from '#domain/language.ts'
import { headingOf, nameOf } from '#domain/names.ts'
import { readListingPage } from '../http/listing-page.ts'
import type { Fill } from '../publisher/fill-shell.ts'
import { hasListings, type ListingCursor, type Wanted } from '../queries/listings.ts'
import type { FillParts } from './parts.ts'
import { writeCategory } from './words/category.ts'

/** The most JSON that the page carries: a hundred listings of the usual length. */
const mostCharacters = 128 * 1024

/**
 * The page of a category or of one of its subcategories, with the first page of its listings. Undefined for a name
 * that neither the catalogue nor any listing has. One that is in listings alone is anybody's: no preview and no search
 * engine repeats it. A city's list is a part of the same page. No part of `wanted` may have a NUL in it. `before` is
 * where an older page begins, for a reader without scripts.
 */
export async function fillCategory(
  { sql, siteUrl }: FillParts,
  wanted: Wanted,
  before?: ListingCursor,
): Promise<Fill | undefined> {
  const parts = [wanted.category, ...(wanted.subcategory === undefined ? [] : [wanted.subcategory])]
  const path = `/api/listings/category/${parts.map(encodeURIComponent).join('/')}`
  const address = wanted.city === undefined ? path : `${path}?city=${wanted.city}`
  const {
    value: { listings, next },
  } = await readListingPage(sql, wanted, { path, before })
  const json = JSON.stringify(listings)
  const names = findNames(wanted)
  if (!names && !(await hasListings(sql, { ...wanted, city: undefined }))) return undefined
  return {
    status: 200,
    head: names
      ? {
          title: headingOf(wanted.category, wanted.subcategory),
          description: fill(words().category.description, {
            names: names.map((name) => nameOf(name ?? '')).join(' > '),
          }),
          ...(before ? { isHidden: true } : { canonical: siteUrl + categoryPath(...names) }),
        }
      : { isHidden: true },
    // The island begins with the newest, and reads what is large itself: it comes compressed then, and is kept.
    ...(!before && json.length <= mostCharacters && { record: { address, status: 200, next, json } }),
    words: writeCategory({
      ...wanted,
      listings,
      next: next?.replace(/^\/api\/listings/, ''),
    }),
  }
}

/** The names of a category, or of it and its subcategory, where the catalogue has them. */
function findNames({ category, subcategory }: Wanted): [string, string?] | undefined {
  const known = findCategory(category)
  if (!known || subcategory === undefined) return known && [known.name]
  const within = findSubcategory(known, subcategory)
  return within && [known.name, within.name]
}
