import { translations } from './languages.ts'
import { limits } from './field-options.ts'

type NamedItem = Partial<Record<string, string>>

export function checkNames(items: readonly unknown[] | undefined): true | string {
  for (const field of ['name', ...translations.map((language) => `name_${language}`)]) {
    const duplicate = findDuplicate((items ?? []).map((item) => (item as NamedItem)[field]?.trim() ?? ''))
    if (duplicate !== undefined) return `“${duplicate}” is there twice: give each a different name`
  }
  return true
}

function findDuplicate(names: readonly string[]): string | undefined {
  const known = names.map((name) => name.toLowerCase())
  return names.find((name, index) => name !== '' && known.indexOf(name.toLowerCase()) < index)
}

/** Unlike `rule.max` it does not disable the button that adds an item. */
export function atMost(maximum: number, message: string) {
  return (items: readonly unknown[] | undefined): true | string =>
    (items?.length ?? 0) > maximum ? message : true
}

export const tooManyItems = atMost(limits.items, `At most ${limits.items} fit on the page: remove some`)
