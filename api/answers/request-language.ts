import { isFeedPath, languageParameter } from '#domain/feeds.ts'
import { findLanguage, type Language, readLanguage } from '#domain/language.ts'

/** The language of the visitor's cookie. Feeds have it in the URL, since feed readers send no cookie. */
export function readRequestLanguage(address: string, cookies: string | undefined): Language {
  const [path = '', query] = address.split('?', 2)
  if (isFeedPath(path)) return readLanguage(new URLSearchParams(query).get(languageParameter)) ?? 'en'
  return (cookies?.includes('language=') && findLanguage(cookies)) || 'en'
}
