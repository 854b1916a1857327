import { useStore } from '@nanostores/react'
import { allEvents, filterOptions, labelOf } from '#domain/event-filters.ts'
import { words } from '#domain/language.ts'
import { $filters, $routeDay, clearFilters, setFilters } from '../stores/event-list.ts'

/** The five filters of the events screen. */
export function EventFilters() {
  const filters = useStore($filters, { ssr: () => allEvents })
  const hasDay = useStore($routeDay, { ssr: 'initial' }) !== undefined
  const isNarrowed = Object.values(filters).some((value) => value !== 'all')
  return (
    <form
      className="filters"
      aria-label={words().events.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      {filterOptions.map(([name, options]) => (
        <label key={name}>
          {words().events.names[name]}
          <select
            name={name}
            value={filters[name]}
            onChange={(event) => setFilters({ [name]: event.currentTarget.value })}
          >
            {options
              .filter((option) => option !== 'specific' || hasDay)
              .map((option) => (
                <option key={option} value={option}>
                  {labelOf(name, option)}
                </option>
              ))}
          </select>
        </label>
      ))}
      {isNarrowed && (
        <button type="button" onClick={clearFilters}>
          {words().events.clear}
        </button>
      )}
    </form>
  )
}
