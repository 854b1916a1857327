import { carry, findCarried, takeCarried } from './carried.ts'

/** The texts of a form by the names of its fields, empty ones too. */
export type Typed = Record<string, string>

const keyOf = (form: string) => `typed ${form}`

/** Leaves what stands in a form for this page in another language. `name` tells it from other forms. */
export function carryTyped(name: string, form: HTMLFormElement, language: string): void {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
  carry(keyOf(name), Object.fromEntries(texts), language)
}

/** Whether a form has something to take back. */
export function hasTyped(name: string): boolean {
  return findCarried(keyOf(name)) !== undefined
}

/** Puts what was left of a form back into it, once. Answers it. */
export function takeTyped(name: string, form: HTMLFormElement | null): Typed | undefined {
  const typed = takeCarried(keyOf(name)) as Typed | undefined
  if (!form || !typed) return undefined
  for (const [field, text] of Object.entries(typed)) {
    const control = form.elements.namedItem(field)
    if (control && 'value' in control) control.value = text
  }
  return typed
}
