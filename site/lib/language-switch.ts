/** The form by which a language is chosen (components/LanguageForm.astro). */
const languageForm = 'form.language'

/** Calls back when the reader sends for this page in another language. Answers what ends that. */
export function onLanguageSwitch(act: (language: string, form: HTMLFormElement) => void): () => void {
  const listen = ({ target }: SubmitEvent) => {
    if (target instanceof HTMLFormElement && target.matches(languageForm))
      act(String(new FormData(target).get('language')), target)
  }
  document.addEventListener('submit', listen)
  return () => document.removeEventListener('submit', listen)
}

/** Gives the focus to the choice: it had it on the page before. */
export function focusLanguage(): void {
  document.querySelector<HTMLSelectElement>(`${languageForm} select`)?.focus({ preventScroll: true })
}
