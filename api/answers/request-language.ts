import { findPreferredLanguage, type Language, readAddress } from '#domain/language.ts'

/** The language of the address. The API has one address: there the client names the language. */
export function readRequestLanguage(pathname: string, accepted: string | undefined): Language {
  return pathname.startsWith('/api/')
    ? (findPreferredLanguage(accepted) ?? 'en')
    : readAddress(pathname).language
}
