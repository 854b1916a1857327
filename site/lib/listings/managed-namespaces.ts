import type { Messages } from '#domain/language.ts'

/** Texts of what an owner does with a listing, for the scripts of the home page and of the listing's page. */
export const managedNamespaces: ReadonlyArray<keyof Messages> = [
  'copy',
  'details',
  'faults',
  'fields',
  'form',
  'managed',
  'moderation',
  'names',
  'network',
  'toast',
  'withheld',
]
