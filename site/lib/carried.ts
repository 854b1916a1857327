import { currentLanguage } from '#domain/language.ts'

type Carried = { path: string; language: string; value: unknown }

/** Leaves a value for this same page in another language, in this tab. */
export function carry(key: string, value: unknown, language: string): void {
  const carried: Carried = { path: location.pathname, language, value }
  try {
    sessionStorage.setItem(key, JSON.stringify(carried))
  } catch {
    // Storage is full or switched off: the page comes without it.
  }
}

/** What was left for this page, if it has come in the language that was asked for: else the switch never arrived. */
export function findCarried(key: string): unknown {
  try {
    const { path, language, value } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Carried>
    return path === location.pathname && language === currentLanguage() ? value : undefined
  } catch {
    return undefined
  }
}

/** The same, once. */
export function takeCarried(key: string): unknown {
  const carried = findCarried(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // What could not be left need not be removed.
  }
  return carried
}
