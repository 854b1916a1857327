import { findCategory, findSubcategory, toHeading } from '#domain/catalogue.ts'
import { words } from '#domain/language.ts'

/** The name of a category, a subcategory or a plain link of the catalogue, in the language of the page. */
export function nameOf(name: string): string {
  const { names } = words()
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name
}

/**
 * What a heading shows for the parts of a category's path: in English the path with spaces for its hyphens (spec,
 * section 2), in another language the name that the catalogue has there, where it has one.
 */
export function headingOf(category: string, subcategory?: string): string {
  const within = findCategory(category)
  const found = subcategory === undefined ? within : within && findSubcategory(within, subcategory)
  const usual = toHeading(subcategory ?? category)
  const name = found && nameOf(found.name)
  return name === undefined || name === found?.name ? usual : name
}
