import { messages } from '#domain/language.ts'
import { categoryPath, findCategory, findSubcategory, toHeading } from '#domain/listings/catalogue.ts'

/** Translates a name of the catalogue into the language of the page. */
export function nameOf(name: string): string {
  const { names } = messages()
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name
}

/** In English the slug with spaces for hyphens (spec, section 2), otherwise the translated name if there is one. */
export function headingOf(category: string, subcategory?: string): string {
  const within = findCategory(category)
  const found = subcategory === undefined ? within : within && findSubcategory(within, subcategory)
  const usual = toHeading(subcategory ?? category)
  const name = found && nameOf(found.name)
  return name === undefined || name === found?.name ? usual : name
}

/** "jobs > engineering", from names of the catalogue. */
export function trailOf(names: readonly string[]): string {
  return names.map(nameOf).join(' > ')
}

/** A category or subcategory: its name in the catalogue, and heading and path of its page. */
export type PlaceStep = { name: string; heading: string; path: string }

/** A category and, if given, its subcategory, by names or slugs. Undefined if the catalogue lacks one. */
export function listSteps(category: string, subcategory?: string): PlaceStep[] | undefined {
  const within = findCategory(category)
  const found = within && subcategory !== undefined ? findSubcategory(within, subcategory) : undefined
  if (!within || (subcategory !== undefined && !found)) return undefined
  const toStep = (subcategoryName?: string) => ({
    name: subcategoryName ?? within.name,
    heading: headingOf(within.name, subcategoryName),
    path: categoryPath(within.name, subcategoryName),
  })
  return [toStep(), ...(found ? [toStep(found.name)] : [])]
}
