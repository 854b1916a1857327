export type FieldOptions = {
  name: string
  /** By default the name: see `titleOf`. */
  title?: string
  description: string
  group?: string | string[]
  fieldset?: string
}

/** Fields are required by default. */
export type OptionalFieldOptions = FieldOptions & { optional?: boolean }

export { contentLimits as limits } from '#domain/content/content-limits.ts'

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** As in the Studio, a name of one word is the title by default. */
export function titleOf({ name, title }: Pick<FieldOptions, 'name' | 'title'>): string {
  return title ?? capitalize(name)
}
