import { useStore } from '@nanostores/react'
import { eventTypes, neighborhoods, topics, venues } from '#domain/event.ts'
import { allEvents, dateOptions, type EventFilters as Filters } from '#domain/event-filters.ts'
import { $filters, $routeDay, clearFilters, setFilters } from '../stores/event-list.ts'

type Option = { value: string; label: string }

const asOptions = (values: readonly string[]): Option[] =>
  ['all', ...values].map((value) => ({ value, label: value }))

const selects: ReadonlyArray<[name: keyof Filters, options: readonly Option[]]> = [
  ['date', dateOptions],
  ['venue', asOptions(venues)],
  ['topic', asOptions(topics)],
  ['neighborhood', asOptions(neighborhoods)],
  ['type', asOptions(eventTypes)],
]

/** The five filters of the events screen. */
export function EventFilters() {
  const filters = useStore($filters, { ssr: () => allEvents })
  const hasDay = useStore($routeDay, { ssr: 'initial' }) !== undefined
  const isNarrowed = Object.values(filters).some((value) => value !== 'all')
  return (
    <form className="filters" aria-label="filters" onSubmit={(event) => event.preventDefault()}>
      {selects.map(([name, options]) => (
        <label key={name}>
          {name}
          <select
            name={name}
            value={filters[name]}
            onChange={(event) => setFilters({ [name]: event.currentTarget.value })}
          >
            {options
              .filter(({ value }) => value !== 'specific' || hasDay)
              .map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </select>
        </label>
      ))}
      {isNarrowed && (
        <button type="button" onClick={clearFilters}>
          clear all filters
        </button>
      )}
    </form>
  )
}
