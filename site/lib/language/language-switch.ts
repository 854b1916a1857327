const languageForm = 'form.language'

export function onLanguageSwitch(act: (language: string, form: HTMLFormElement) => void): () => void {
  const listen = ({ target }: SubmitEvent) => {
    if (target instanceof HTMLFormElement && target.matches(languageForm))
      act(String(new FormData(target).get('language')), target)
  }
  document.addEventListener('submit', listen)
  return () => document.removeEventListener('submit', listen)
}

export function focusLanguage(): void {
  document.querySelector<HTMLSelectElement>(`${languageForm} select`)?.focus({ preventScroll: true })
}
