/** What every field says about itself, and where in a long form it stands. */
export type FieldOptions = {
  name: string
  title: string
  /** What the editor reads under the title, in plain words. */
  description: string
  /** The tab or tabs where it stands. */
  group?: string | string[]
  fieldset?: string
}

/** A field is required unless it says that it is optional. */
export type OptionalFieldOptions = FieldOptions & { optional?: boolean }
