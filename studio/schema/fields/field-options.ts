import { capitalize } from '../../components/capitalize.ts'

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

/** For `preview.select`: each field under its own name. */
export function selectFields(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, name]))
}

/** Fields side by side. */
export function inColumns(name: string, columns: number, description: string) {
  return { name, description, options: { columns } }
}

export { contentLimits as limits } from '#domain/content/content-limits.ts'

/** As in the Studio, a name of one word is the title by default. */
export function titleOf({ name, title }: Pick<FieldOptions, 'name' | 'title'>): string {
  return title ?? capitalize(name)
}
