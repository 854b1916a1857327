import { type Source, type Table, tableOf } from './sources.ts'

/** What a cached value was made from. `beganAt`: `count()` before its making began. */
export type Reading = { beganAt: number; sources: readonly Source[]; until?: number | undefined }

export type Changes = {
  count: () => number
  /** Whether none of its sources has changed since it began, and `until` is ahead. */
  isCurrent: (reading: Reading) => boolean
  invalidate: (sources: readonly Source[]) => void
  invalidateAll: (table: Table) => void
  /** Nothing made from the table is current until `resume`, since its changes are not announced meanwhile. */
  suspend: (table: Table) => void
  resume: (table: Table) => void
}

/** Number of sources whose last change is remembered. Readings older than a forgotten change count as stale. */
const maxSources = 10_000

/** `onChange` gets the sources, and the tables as `all <table>`, that have changed. */
export function createChanges(onChange: (changed: readonly string[]) => void = () => {}): Changes {
  /** Counter value of the last change by source or table, least recently changed first. */
  const changedAt = new Map<string, number>()
  const suspended = new Set<Table>(['listings'])
  /** Counter value at the last check that found the reading current. */
  const checkedAt = new WeakMap<Reading, number>()
  let changes = 0
  let oldestKnownChange = 0

  function recordChange(changed: readonly string[]): void {
    changes += 1
    for (const name of changed) {
      changedAt.delete(name)
      changedAt.set(name, changes)
    }
    for (const [name, at] of changedAt) {
      if (changedAt.size <= maxSources) break
      changedAt.delete(name)
      oldestKnownChange = at
    }
    onChange(changed)
  }

  const invalidateAll = (table: Table) => recordChange([tableName(table)])
  const isUnchanged = (name: string, beganAt: number) => (changedAt.get(name) ?? 0) <= beganAt

  return {
    count: () => changes,
    isCurrent: (reading) => {
      const { beganAt, sources, until = Infinity } = reading
      if (until <= Date.now()) return false
      if (checkedAt.get(reading) === changes) return true
      if (beganAt < oldestKnownChange) return false
      const tables = new Set(sources.map(tableOf))
      const isStale = (table: Table) => suspended.has(table) || !isUnchanged(tableName(table), beganAt)
      if ([...tables].some(isStale) || !sources.every((source) => isUnchanged(source, beganAt))) return false
      checkedAt.set(reading, changes)
      return true
    },
    invalidate: recordChange,
    invalidateAll,
    suspend: (table) => {
      suspended.add(table)
      invalidateAll(table)
    },
    resume: (table) => {
      suspended.delete(table)
      invalidateAll(table)
    },
  }
}

export function tableName(table: Table): string {
  return `all ${table}`
}
