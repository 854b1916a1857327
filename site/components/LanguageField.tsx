import { currentLanguage } from '#domain/language.ts'

/** Tells the API the language of a form that is sent without scripts. */
export function LanguageField() {
  return <input type="hidden" name="language" value={currentLanguage()} />
}
