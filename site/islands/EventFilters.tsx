import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { allEvents, filterOptions, labelOf } from '#domain/event-filters.ts'
import { words } from '#domain/language.ts'
import { $filters, $routeDay, clearFilters, setFilters } from '../stores/event-list.ts'

/** The five filters of the events screen. */
export function EventFilters() {
  const filters = useStore($filters, { ssr: () => allEvents })
  const hasDay = useStore($routeDay, { ssr: 'initial' }) !== undefined
  const group = useRef<HTMLDivElement>(null)
  const isNarrowed = Object.values(filters).some((value) => value !== 'all')

  function clear() {
    clearFilters()
    // The button that had it is gone.
    group.current?.querySelector('select')?.focus()
  }

  return (
    // No form: a choice counts at once, and there is nothing to send.
    <div ref={group} role="group" className="filters" aria-label={words().events.filters}>
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
        <button type="button" onClick={clear}>
          {words().events.clear}
        </button>
      )}
    </div>
  )
}
