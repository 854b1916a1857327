import { html } from 'hono/html'
import { currentLanguage, languageNames, languages, words } from '#domain/language.ts'

/**
 * The choice of a language within a form, for a reader without scripts: it sends along what was typed, and the page comes
 * back with that (`routes/language.ts`). `listing` is the one that the form is of. HTML.
 */
export function writeLanguageChoice(listing?: string) {
  const { label, change, ofLanguage } = words().language
  const action = listing === undefined ? '/api/language' : `/api/language?listing=${listing}`
  const options = languages.map(
    (each) =>
      html`<option value="${each}" lang="${each}"${each === currentLanguage() ? html` selected` : ''}>${languageNames[each]}</option>`,
  )
  return html`<div class="language-within"><label for="language-within">${label}</label> <select id="language-within" name="language" autocomplete="off">${options}</select> <button class="plain" type="submit" formaction="${action}" formmethod="post" formnovalidate>${change} <span class="unseen">${ofLanguage}</span></button></div>`
}
