/** The form by which a language is chosen (components/LanguageForm.astro). */
const languageForm = 'form.language'

/** Calls back when the reader sends for this page in another language. */
export function onLanguageSwitch(act: (form: HTMLFormElement) => void): void {
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.matches(languageForm)) act(target)
  })
}

/** Gives the focus to the choice: it had it on the page before. */
export function focusLanguage(): void {
  document.querySelector<HTMLSelectElement>(`${languageForm} select`)?.focus({ preventScroll: true })
}
