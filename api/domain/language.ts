import type { Messages } from '#domain/messages/en.ts'

export type { Messages }

/** The first is the default. */
export const languages = ['en', 'es', 'fr'] as const
export type Language = (typeof languages)[number]

export const languageNames: Record<Language, string> = { en: 'english', es: 'español', fr: 'français' }

/** The id of the element with the messages for the page's scripts. */
export const messagesId = 'messages'

const locales: Record<Language, string> = { en: 'en-US', es: 'es-US', fr: 'fr-FR' }

export function readLanguage(text: string | null | undefined): Language | undefined {
  return languages.find((language) => language === text)
}

/** `/es/about` is `/about` in Spanish. English has no prefix. */
export function readAddress(pathname: string): { language: Language; path: string } {
  // Nearly all requests are for addresses without a prefix.
  if (pathname.length > 3 && pathname[3] !== '/') return { language: 'en', path: pathname }
  const [, prefix, path = ''] = /^\/([a-z]{2})(\/.*)?$/.exec(pathname) ?? []
  const language = prefix === 'en' ? undefined : readLanguage(prefix)
  return language ? { language, path: path || '/' } : { language: 'en', path: pathname }
}

/** The first known language of an `Accept-Language` header, whose order is the visitor's. */
export function findPreferredLanguage(header = ''): Language | undefined {
  if (header === '') return undefined
  const names = header.split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return names.map(readLanguage).find((known) => known !== undefined)
}

/** Where language and messages come from: the page itself, or `#domain/in-language.ts` on the server. */
type MessageSource = { readLanguage: () => Language; readMessages: () => Messages }

let pageMessages: Messages | undefined

let source: MessageSource = {
  readLanguage: () =>
    (typeof document === 'undefined' ? undefined : readLanguage(document.documentElement.lang)) ?? 'en',
  readMessages: () =>
    (pageMessages ??= JSON.parse(document.getElementById(messagesId)?.textContent ?? '{}') as Messages),
}

export function setMessageSource(other: MessageSource): void {
  source = other
}

export function currentLanguage(): Language {
  return source.readLanguage()
}

/** The address of a page or feed in a language. `path` may have a query and a fragment. */
export function linkTo(path: string, language = currentLanguage()): string {
  return language === 'en' ? path : `/${language}${path.replace(/^\/(?=[?#]|$)/, '')}`
}

/** BCP 47 with a region, for numbers and dates. */
export function locale(): string {
  return locales[currentLanguage()]
}

/** The interface texts. A browser has only the namespaces that the page lists (site/layouts/Document.astro). */
export function messages(): Messages {
  return source.readMessages()
}

/** `fill('{a} of {b}', { a: 1, b: 2 })` is `1 of 2`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  )
}

export type Plural = { one: string; other: string }

/** `plural({ one: '1 event', other: '{count} events' }, 2)` is `2 events`, by the rules of the language. */
export function plural(forms: Plural, count: number, values: Readonly<Record<string, string | number>> = {}) {
  const tag = locale()
  rules[tag] ??= new Intl.PluralRules(tag)
  // The category “many” of French and Spanish (millions) uses `other`.
  const isOne = rules[tag].select(count) === 'one'
  return fill(isOne ? forms.one : forms.other, { count, ...values })
}

const rules: Record<string, Intl.PluralRules> = {}
