export type FieldOptions = {
  name: string
  title: string
  description: string
  /** Tabs. */
  group?: string | string[]
  fieldset?: string
}

/** Fields are required by default. */
export type OptionalFieldOptions = FieldOptions & { optional?: boolean }
