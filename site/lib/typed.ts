/** The texts of a form by the names of its fields, empty ones too. */
export type Typed = Record<string, string>

type Kept = { path: string; at: number; typed: Typed }

const keyOf = (form: string) => `typed ${form}`

/** A switch that takes longer has not arrived, and what it kept is no longer meant. In milliseconds. */
const patience = 60_000

/** Keeps what stands in a form for the same page in another language. `name` tells it from other forms. */
export function keepTyped(name: string, form: HTMLFormElement): void {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
  const kept = { path: location.pathname, at: Date.now(), typed: Object.fromEntries(texts) }
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(kept))
  } catch {
    // Storage is full or switched off: the page comes with an empty form.
  }
}

/** What the page before kept of a form, if it was this page in another language. */
export function findTyped(name: string): Typed | undefined {
  try {
    const { path, at, typed } = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}') as Partial<Kept>
    const isOfThisPage = path === location.pathname && at !== undefined && Date.now() - at < patience
    return isOfThisPage ? typed : undefined
  } catch {
    return undefined
  }
}

/** Puts what was kept of a form back into it, once. Answers it. */
export function takeTyped(name: string, form: HTMLFormElement | null): Typed | undefined {
  const typed = findTyped(name)
  forgetTyped(name)
  if (!form || !typed) return undefined
  for (const [field, text] of Object.entries(typed)) {
    const control = form.elements.namedItem(field)
    if (control && 'value' in control) control.value = text
  }
  return typed
}

function forgetTyped(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // What could not be kept need not be removed.
  }
}
