import { catalogue } from '#domain/listings/catalogue.ts'
import { nameOf } from '#domain/listings/names.ts'

export type Place = { category: string; subcategory?: string }

const mostNear = 4
/** From 0 to 1, see `rate`. */
const leastAlike = 0.4

/** Names of categories and subcategories that are spelled like those in a path, best match first. */
export function findNearPlaces(category: string, subcategory?: string): Place[] {
  const places: Place[] = catalogue.flatMap(({ name, subcategories }) => [
    { category: name },
    ...subcategories.map((each) => ({ category: name, subcategory: each.name })),
  ])
  const rated = places.map((place) => {
    const name = place.subcategory ?? place.category
    const wanted = subcategory ?? category
    // If two match equally well, the one in the requested category comes first.
    const bonus = 0.1 * rate(category, place.category)
    return { place, rate: Math.max(rate(wanted, name), rate(wanted, nameOf(name))) + bonus }
  })
  return rated
    .filter(({ rate: likeness }) => likeness >= leastAlike)
    .toSorted((one, other) => other.rate - one.rate)
    .slice(0, mostNear)
    .map(({ place }) => place)
}

/** 0 to 1: Dice's coefficient of letter pairs. */
function rate(one = '', other = ''): number {
  const [first, second] = [pairsOf(one), pairsOf(other)]
  const shared = [...first].filter((pair) => second.has(pair)).length
  return first.size + second.size === 0 ? 0 : (2 * shared) / (first.size + second.size)
}

function pairsOf(name: string): Set<string> {
  const letters = ` ${name
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()} `
  return new Set(Array.from({ length: letters.length - 1 }, (_, index) => letters.slice(index, index + 2)))
}
