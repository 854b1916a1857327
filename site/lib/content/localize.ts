import { type Language, languages, linkTo } from '#domain/language.ts'
import { isLocalized } from '#domain/pages/pages.ts'

/** `lang` marks English that stands in for a missing translation. */
export type Copy<Value> = { value: Value; lang?: 'en' | undefined }

type Fields = Readonly<Record<string, unknown>>

const translations = languages.filter((language) => language !== 'en')

/** A field with `<name>_<language>` beside it becomes a `Copy`, in English where the translation is blank. */
export function localize(answer: unknown, language: Language): unknown {
  if (Array.isArray(answer)) return answer.map((item) => localize(item, language))
  if (!isFields(answer)) return answer
  const names = Object.keys(answer).filter((name) => !isTranslation(name))
  return Object.fromEntries(
    names.map((name) => [
      name,
      isCopy(answer, name) ? chooseCopy(answer, name, language) : localize(answer[name], language),
    ]),
  )
}

/** An editor's link: to a page of this site in the current language, or to anything else. */
export function localizeLink(href: string): string {
  return isLocalized(href) ? linkTo(href) : href
}

export function findTranslatedName(fields: Fields, name: string, language: Language): string {
  const translated = `${name}_${language}`
  return isBlank(fields[translated]) ? name : translated
}

export function isCopy(fields: Fields, name: string): boolean {
  return translations.some((language) => Object.hasOwn(fields, `${name}_${language}`))
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function chooseCopy(fields: Fields, name: string, language: Language): Copy<unknown> {
  const chosen = findTranslatedName(fields, name, language)
  return { value: fields[chosen], lang: chosen === name && language !== 'en' ? 'en' : undefined }
}

function isTranslation(name: string): boolean {
  return translations.some((language) => name.endsWith(`_${language}`))
}

/** Null, spaces, or a list or formatted text that contains nothing else. */
function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.every(isBlank)
  return isFields(value) && value['_type'] === 'block' && isBlankBlock(value)
}

function isBlankBlock({ children }: Fields): boolean {
  return isBlank(Array.isArray(children) ? children.map((child) => Object(child).text) : children)
}

/** Returns parts, because each piece of copy may be in a different language. */
export function fillCopy(
  text: string,
  pieces: Readonly<Record<string, Copy<string> | undefined>>,
): Copy<string>[] {
  return text
    .split(/(\{\w+\})/)
    .map((part) => pieces[part.slice(1, -1)] ?? { value: part, lang: undefined })
    .filter(({ value }) => value !== '')
}
