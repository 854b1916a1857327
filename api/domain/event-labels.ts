import { words } from '#domain/language.ts'

/** The name of a topic or a type in the language of the page. */
export function nameLabel(label: string): string {
  const { topics: names } = words()
  return Object.hasOwn(names, label) ? (names[label] ?? label) : label
}

/** The topics, or the types, of an event as one text: `AI · Deep Tech`. */
export function nameLabels(labels: readonly string[]): string {
  return labels.map(nameLabel).join(' · ')
}
