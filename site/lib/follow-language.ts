import { currentLanguage, languageCookie, readLanguage } from '#domain/language.ts'

/** Reads a page anew that the browser shows again as it was, where its reader has chosen another language meanwhile. */
export function followLanguage(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && findChosen() !== currentLanguage()) location.reload()
  })
}

function findChosen() {
  const pairs = document.cookie.split('; ').map((pair) => pair.split('='))
  const chosen = pairs.find(([name]) => name === languageCookie)?.[1]
  return readLanguage(chosen) ?? 'en'
}
