import { readFileSync } from 'node:fs'
import { isTranslation } from '../schema/fields/languages.ts'

export type SeedDocument = { _id: string; _type: string; [field: string]: unknown }

const file = new URL('../seed/content.ndjson', import.meta.url)

/** A new copy of the seed's documents. */
export function readSeed(): SeedDocument[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SeedDocument)
}

/** One document of the seed, with changes: a path such as `tiers.0.price` and its new value, or undefined for none. */
export function seedDocument(id: string, changes: Record<string, unknown> = {}): SeedDocument {
  const found = readSeed().find(({ _id }) => _id === id)
  if (!found) throw new Error(`The seed has no document ${id}`)
  for (const [path, value] of Object.entries(changes)) change(found, path.split('.'), value)
  return found
}

/** A part of the seed without its translations. */
export function inEnglish<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part), (name, value) => (isTranslation({ name }) ? undefined : value))
}

function change(target: Record<string, unknown>, [step = '', ...rest]: string[], value: unknown): void {
  if (rest.length > 0) change(target[step] as Record<string, unknown>, rest, value)
  else if (value === undefined) delete target[step]
  else target[step] = value
}
