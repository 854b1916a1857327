export function listFaults<Field extends string>(
  fields: readonly Field[],
  faults: Partial<Record<Field, string | undefined>>,
): Array<[Field, string]> {
  return fields.flatMap((field) => {
    const fault = faults[field]
    return fault === undefined ? [] : [[field, fault]]
  })
}
