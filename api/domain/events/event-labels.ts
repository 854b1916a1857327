import { messages } from '#domain/language.ts'

/** A topic or type in the language of the page. */
export function nameLabel(label: string): string {
  const { topics: names } = messages()
  return Object.hasOwn(names, label) ? (names[label] ?? label) : label
}

/** `AI · Deep Tech` */
export function nameLabels(labels: readonly string[]): string {
  return labels.map(nameLabel).join(' · ')
}
