import { currentLanguage, findLanguage } from '#domain/language.ts'
import { handOver, handOverTyped, takeHandoff } from '../session-handoff.ts'
import { focusLanguage, onLanguageSwitch } from './language-switch.ts'

const switchedKey = 'language switched'

/** Carries typed text (`data-typed`) and focus into the next language; a page from the back cache reloads. */
export function followLanguage(): void {
  if (takeHandoff(switchedKey)) focusLanguage()
  onLanguageSwitch((language) => {
    handOver(switchedKey, true, language)
    for (const typed of document.querySelectorAll<HTMLFormElement>('form[data-typed]'))
      handOverTyped(typed.dataset['typed'] ?? '', typed, language)
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (findLanguage(document.cookie) ?? 'en') !== currentLanguage()) location.reload()
  })
}
