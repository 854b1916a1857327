export type Faults<Field extends string> = Partial<Record<Field, string | undefined>>

export function listFaults<Field extends string>(
  fields: readonly Field[],
  faults: Faults<Field>,
): Array<[Field, string]> {
  return fields.flatMap((field) => {
    const fault = faults[field]
    return fault === undefined ? [] : [[field, fault]]
  })
}
