import { currentLanguage, languageNames, languages, messages } from '#domain/language.ts'

/** Its button sends what was typed along: the page comes back with it. */
export function LanguageWithin({ listing }: { listing?: string | undefined }) {
  const { label, change, ofLanguage } = messages().language
  return (
    <div className="language-within">
      {/* The Enter key presses a form's first button: this sends the form. */}
      <button type="submit" hidden aria-label={label} />
      <label htmlFor="language-within">{label}</label>{' '}
      <select id="language-within" name="language" autoComplete="off" defaultValue={currentLanguage()}>
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>{' '}
      <button
        className="plain"
        type="submit"
        formAction={listing === undefined ? '/api/language' : `/api/language?listing=${listing}`}
        formMethod="post"
        formNoValidate
      >
        {change} <span className="unseen">{ofLanguage}</span>
      </button>
    </div>
  )
}
