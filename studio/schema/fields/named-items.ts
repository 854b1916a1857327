import { translations } from './languages.ts'
import { limits } from './limits.ts'

type NamedItem = Partial<Record<string, string>>

/** The message for two items of a table with one name in one language, or true: a reader could not tell them apart. */
export function checkNames(items: readonly unknown[] | undefined): true | string {
  for (const field of ['name', ...translations.map((language) => `name_${language}`)]) {
    const twice = findTwice((items ?? []).map((item) => (item as NamedItem)[field]?.trim() ?? ''))
    if (twice !== undefined) return `“${twice}” is there twice: give each its own name`
  }
  return true
}

function findTwice(names: readonly string[]): string | undefined {
  const known = names.map((name) => name.toLowerCase())
  return names.find((name, index) => name !== '' && known.indexOf(name.toLowerCase()) < index)
}

/** A check of how many items there are. Unlike `rule.max` it leaves the button that adds another one usable. */
export function atMost(maximum: number, message: string) {
  return (items: readonly unknown[] | undefined): true | string =>
    (items?.length ?? 0) > maximum ? message : true
}

/** A check of a table against what a page can carry. */
export const tooManyItems = atMost(limits.items, `At most ${limits.items} fit on the page: remove some`)
