import { currentLanguage, languageNames, languages, messages } from '#domain/language.ts'

/** Language switch within a form: its button submits the form, and the page comes back with the typed text. */
export function InlineLanguageSwitch({ listing }: { listing?: string | undefined }) {
  const { label, change, ofLanguage } = messages().language
  return (
    <div className="inline-language-switch">
      {/* Enter presses a form's first submit button: this one sends the form instead of switching the language. */}
      <button type="submit" hidden aria-label={label} />
      <label htmlFor="inline-language-switch">{label}</label>{' '}
      <select id="inline-language-switch" name="language" autoComplete="off" defaultValue={currentLanguage()}>
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
