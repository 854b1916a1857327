type NamedItem = { _key?: string; name?: string }

/** The message for two items of a table with one name, or true: a reader could not tell them apart. */
export function checkNames(items: readonly unknown[] | undefined): true | string {
  const seen = new Set<string>()
  for (const { name } of (items ?? []) as NamedItem[]) {
    const known = name?.trim().toLowerCase()
    if (!known) continue
    if (seen.has(known)) return `“${name?.trim()}” is there twice: give each its own name`
    seen.add(known)
  }
  return true
}

/** A check of how many items there are. Unlike `rule.max` it leaves the button that adds another one usable. */
export function atMost(maximum: number, message: string) {
  return (items: readonly unknown[] | undefined): true | string =>
    (items?.length ?? 0) > maximum ? message : true
}
