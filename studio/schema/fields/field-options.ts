export type FieldOptions = {
  name: string
  title: string
  description: string
  group?: string | string[]
  fieldset?: string
}

/** Fields are required by default. */
export type OptionalFieldOptions = FieldOptions & { optional?: boolean }

export { contentLimits as limits } from '#domain/content/content-limits.ts'

/** Longer texts get a warning: a search engine cuts them, a heading wraps. */
export const recommendedLengths = { title: 80, description: 160, lines: 500 } as const
