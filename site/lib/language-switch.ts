import { currentLanguage, findLanguage } from '#domain/language.ts'
import { readStored, writeStored } from './page/storage.ts'

type Handoff = { path: string; language: string; value: unknown }

export function handOver(key: string, value: unknown, language: string): void {
  const carried: Handoff = { path: location.pathname, language, value }
  writeStored('sessionStorage', key, carried)
}

/** Undefined if this is another page, or not in the requested language: then the switch failed. */
function findHandoff(key: string): unknown {
  const { path, language, value } = Object(readStored('sessionStorage', key)) as Partial<Handoff>
  return path === location.pathname && language === currentLanguage() ? value : undefined
}

export function takeHandoff(key: string): unknown {
  const carried = findHandoff(key)
  writeStored('sessionStorage', key, undefined)
  return carried
}

type Typed = Record<string, string>

const keyOf = (form: string) => `typed ${form}`

function handOverTyped(name: string, form: HTMLFormElement, language: string): void {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
  handOver(keyOf(name), Object.fromEntries(texts), language)
}

export function hasHandedOverTyped(name: string): boolean {
  return findHandoff(keyOf(name)) !== undefined
}

/** Fills in the text that a language switch handed over. Returns it, once. */
export function restoreTyped(name: string, form: HTMLFormElement | null): Typed | undefined {
  const typed = takeHandoff(keyOf(name)) as Typed | undefined
  if (!form || !typed) return undefined
  for (const [field, text] of Object.entries(typed)) {
    const control = form.elements.namedItem(field)
    if (control && 'value' in control) control.value = text
  }
  return typed
}

const languageForm = 'form.language'

export function onLanguageSwitch(act: (language: string, form: HTMLFormElement) => void): () => void {
  const listen = ({ target }: SubmitEvent) => {
    if (target instanceof HTMLFormElement && target.matches(languageForm))
      act(String(new FormData(target).get('language')), target)
  }
  document.addEventListener('submit', listen)
  return () => document.removeEventListener('submit', listen)
}

function focusLanguage(): void {
  document.querySelector<HTMLSelectElement>(`${languageForm} select`)?.focus({ preventScroll: true })
}

const switchedKey = 'language switched'

/** Keeps typed text (`data-typed`) and focus; reloads a page from the back/forward cache in another language. */
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
