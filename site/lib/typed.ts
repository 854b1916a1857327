/** The texts of a form by the names of its fields. */
export type Typed = Record<string, string>

const keyOf = (form: string) => `typed ${form}`

/** Keeps what stands in a form for the page that comes next in this tab. `name` tells it from other forms. */
export function keepTyped(name: string, form: HTMLFormElement): void {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === 'string' && value !== '')
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(Object.fromEntries(texts)))
  } catch {
    // Storage is full or switched off: the page comes with an empty form.
  }
}

/** What the page before kept of a form, if it kept anything. */
export function findTyped(name: string): Typed | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as unknown
    if (typeof kept !== 'object' || kept === null) return undefined
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'string'))
  } catch {
    return undefined
  }
}

/** Puts what was kept of a form back into it, once. Answers it. */
export function takeTyped(name: string, form: HTMLFormElement | null): Typed | undefined {
  const typed = findTyped(name)
  if (!form || !typed) return undefined
  sessionStorage.removeItem(keyOf(name))
  for (const [field, text] of Object.entries(typed)) {
    const control = form.elements.namedItem(field)
    if (control && 'value' in control) control.value = text
  }
  return typed
}
