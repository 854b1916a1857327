import { useStore } from '@nanostores/react'
import { allEvents, filterOptions } from '#domain/event-filters.ts'
import { $filters, $routeDay, clearFilters, setFilters } from '../stores/event-list.ts'

/** The five filters of the events screen. */
export function EventFilters() {
  const filters = useStore($filters, { ssr: () => allEvents })
  const hasDay = useStore($routeDay, { ssr: 'initial' }) !== undefined
  const isNarrowed = Object.values(filters).some((value) => value !== 'all')
  return (
    <form className="filters" aria-label="filters" onSubmit={(event) => event.preventDefault()}>
      {filterOptions.map(([name, options]) => (
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
