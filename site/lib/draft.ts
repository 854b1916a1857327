export type Draft<Field extends string> = Partial<Record<Field, string>>

/** Kept until the tab is closed. `read` leaves out empty fields and values that are not text. */
export function createDraft<Field extends string>(storageKey: string, fields: readonly Field[]) {
  function clear(): void {
    try {
      sessionStorage.removeItem(storageKey)
    } catch {
      // Storage is switched off: there is nothing to remove.
    }
  }

  return {
    read(): Draft<Field> {
      try {
        const kept = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')) as Record<
          string,
          unknown
        >
        const entries = fields.map((field) => [field, Object.hasOwn(kept, field) ? kept[field] : ''] as const)
        return Object.fromEntries(
          entries.filter(([, value]) => typeof value === 'string' && value !== ''),
        ) as Draft<Field>
      } catch {
        return {}
      }
    },
    /** An empty form leaves no draft. */
    save(values: Draft<Field>): void {
      if (Object.values(values).every((value) => value === '')) return clear()
      try {
        sessionStorage.setItem(storageKey, JSON.stringify(values))
      } catch {
        // Storage is full or switched off: the form works without a draft.
      }
    },
    clear,
  }
}
