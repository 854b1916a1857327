import { currentLanguage, languageNames, languages, words } from '#domain/language.ts'
import { useIsScripted } from './use-is-scripted.ts'

/**
 * The choice of a language within a form, for a reader without scripts: it sends along what was typed. As the server has
 * it in api/fills/words/language-choice.ts.
 */
export function LanguageWithin() {
  const { label, change, ofLanguage } = words().language
  if (useIsScripted()) return null
  return (
    <div className="language-within">
      <label htmlFor="language-within">{label}</label>{' '}
      <select id="language-within" name="language" autoComplete="off" defaultValue={currentLanguage()}>
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>{' '}
      <button className="plain" type="submit" formAction="/api/language" formMethod="post" formNoValidate>
        {change} <span className="unseen">{ofLanguage}</span>
      </button>
    </div>
  )
}
