import { readStored, writeStored } from './page/storage.ts'

export type Draft<Field extends string> = Partial<Record<Field, string>>

/** Kept until the tab is closed. `read` leaves out empty fields and values that are not text. */
export function createDraft<Field extends string>(storageKey: string, fields: readonly Field[]) {
  return {
    read(): Draft<Field> {
      const kept = Object(readStored('sessionStorage', storageKey)) as Record<string, unknown>
      const entries = fields.map((field) => [field, Object.hasOwn(kept, field) ? kept[field] : ''] as const)
      return Object.fromEntries(
        entries.filter(([, value]) => typeof value === 'string' && value !== ''),
      ) as Draft<Field>
    },
    /** An empty form leaves no draft. */
    save(values: Draft<Field>): void {
      const isEmpty = Object.values(values).every((value) => value === '')
      writeStored('sessionStorage', storageKey, isEmpty ? undefined : values)
    },
    clear: () => void writeStored('sessionStorage', storageKey, undefined),
  }
}
