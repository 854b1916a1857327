/** The rows of a table that a statement changed, and the slugs of the categories that they are, or were, in. */
export type RowChange = { ids: string[]; categories: string[] }

/** Reads a notification of migration 0011; undefined where anything in the table may have changed. */
export function parseRowChange(payload: string | undefined): RowChange | undefined {
  return payload ? (JSON.parse(payload) as RowChange) : undefined
}
