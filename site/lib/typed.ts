import { carry, findCarried, takeCarried } from './carried.ts'

export type Typed = Record<string, string>

const keyOf = (form: string) => `typed ${form}`

export function carryTyped(name: string, form: HTMLFormElement, language: string): void {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
  carry(keyOf(name), Object.fromEntries(texts), language)
}

export function hasTyped(name: string): boolean {
  return findCarried(keyOf(name)) !== undefined
}

/** Answers what it put back, once. */
export function takeTyped(name: string, form: HTMLFormElement | null): Typed | undefined {
  const typed = takeCarried(keyOf(name)) as Typed | undefined
  if (!form || !typed) return undefined
  for (const [field, text] of Object.entries(typed)) {
    const control = form.elements.namedItem(field)
    if (control && 'value' in control) control.value = text
  }
  return typed
}
