import type { Words } from '#domain/words/en.ts'

export type { Words }

/** The languages of the interface; the first is that of whoever has chosen none. */
export const languages = ['en', 'es', 'fr'] as const
export type Language = (typeof languages)[number]

/** Each by its own name. */
export const languageNames: Record<Language, string> = { en: 'english', es: 'español', fr: 'français' }

/** Where a browser keeps the choice: a cookie, so that the server answers in it. */
export const languageCookie = 'language'

/** The id of the element in which a page has the words of its scripts. */
export const wordsId = 'words'

const locales: Record<Language, string> = { en: 'en-US', es: 'es-US', fr: 'fr-FR' }

/** The language that a text names. What is none of ours counts as none. */
export function readLanguage(text: string | null | undefined): Language | undefined {
  return languages.find((language) => language === text)
}

/**
 * The language that a browser's cookies name. Another site of the same domain may have left one of this name: what is
 * none of ours is passed over.
 */
export function findLanguage(cookies: string): Language | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='))
  const named = pairs.filter(([name]) => name === languageCookie).map(([, value]) => readLanguage(value))
  return named.find((known) => known !== undefined)
}

/** What is being written, in which language: on the server whatever `#domain/speak.ts` says, else the page's own. */
type Source = { readLanguage: () => Language; readWords: () => Words }

let ofPage: Words | undefined

let source: Source = {
  readLanguage: () =>
    (typeof document === 'undefined' ? undefined : readLanguage(document.documentElement.lang)) ?? 'en',
  readWords: () => (ofPage ??= JSON.parse(document.getElementById(wordsId)?.textContent ?? '{}') as Words),
}

/** Says where language and words are known from, in place of the page. */
export function speakBy(other: Source): void {
  source = other
}

/** The language of what is being written or shown now. */
export function currentLanguage(): Language {
  return source.readLanguage()
}

/** The same as BCP 47 has it, with a region: for numbers and dates. */
export function locale(): string {
  return locales[currentLanguage()]
}

/**
 * The words of the interface in that language. In a browser only the sections are there that the page names
 * (site/layouts/Document.astro).
 */
export function words(): Words {
  return source.readWords()
}

/** Puts values into a text: `fill('{a} of {b}', { a: 1, b: 2 })` is `1 of 2`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  )
}

/** What stands before and after the one value of a text, where that is an element. */
export function around(text: string): [before: string, after: string] {
  const [before = '', after = ''] = text.split(/\{\w+\}/)
  return [before, after]
}

/** A text for one thing, and for any other number of them; `{count}` is the number. */
export type Plural = { one: string; other: string }

/** `plural({ one: '1 event', other: '{count} events' }, 2)` is `2 events`, by the rules of the language. */
export function plural(
  forms: Plural,
  count: number,
  values: Readonly<Record<string, string | number>> = {},
): string {
  // What French and Spanish say of millions is left to “other”.
  const isOne = pluralRules(locale()).select(count) === 'one'
  return fill(isOne ? forms.one : forms.other, { count, ...values })
}

const rules = new Map<string, Intl.PluralRules>()

function pluralRules(tag: string): Intl.PluralRules {
  const known = rules.get(tag) ?? new Intl.PluralRules(tag)
  rules.set(tag, known)
  return known
}
