import { catalogue } from '#domain/listings/catalogue.ts'
import { nameOf } from '#domain/listings/names.ts'

export type CategorySuggestion = { category: string; subcategory?: string }

const maxSuggestions = 4
/** From 0 to 1, see `similarityOf`. */
const minSimilarity = 0.4

/** Names of categories and subcategories that are spelled like those in a path, best match first. */
export function suggestCategories(category: string, subcategory?: string): CategorySuggestion[] {
  const all: CategorySuggestion[] = catalogue.flatMap(({ name, subcategories }) => [
    { category: name },
    ...subcategories.map((each) => ({ category: name, subcategory: each.name })),
  ])
  const wanted = subcategory ?? category
  const rated = all.map((suggestion) => {
    const name = suggestion.subcategory ?? suggestion.category
    // If two match equally well, the one in the requested category comes first.
    const bonus = 0.1 * similarityOf(category, suggestion.category)
    const likeness = Math.max(similarityOf(wanted, name), similarityOf(wanted, nameOf(name)))
    return { suggestion, similarity: likeness + bonus }
  })
  return rated
    .filter(({ similarity }) => similarity >= minSimilarity)
    .toSorted((one, other) => other.similarity - one.similarity)
    .slice(0, maxSuggestions)
    .map(({ suggestion }) => suggestion)
}

/** 0 to 1: Dice's coefficient of letter pairs. */
function similarityOf(one = '', other = ''): number {
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
