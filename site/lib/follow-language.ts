import { currentLanguage, findLanguage } from '#domain/language.ts'
import { carry, takeCarried } from './carried.ts'
import { focusLanguage, onLanguageSwitch } from './language-switch.ts'
import { carryTyped } from './typed.ts'

const switchedKey = 'language switched'

/**
 * Carries a page over into another language: what was typed, in each form that has a name for it (`data-typed`), and
 * where the focus was. A page that the browser shows again as it was is read anew where another language was chosen
 * meanwhile.
 */
export function followLanguage(): void {
  if (takeCarried(switchedKey)) focusLanguage()
  onLanguageSwitch((language) => {
    carry(switchedKey, true, language)
    for (const typed of document.querySelectorAll<HTMLFormElement>('form[data-typed]'))
      carryTyped(typed.dataset['typed'] ?? '', typed, language)
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (findLanguage(document.cookie) ?? 'en') !== currentLanguage()) location.reload()
  })
}
