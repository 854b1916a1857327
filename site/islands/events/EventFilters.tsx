import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import {
  type EventFilters as Filters,
  filterOptions,
  labelOf,
  nameFilters,
  titleFiltered,
} from '#domain/events/event-filters.ts'
import { linkTo, messages } from '#domain/language.ts'
import { useIsScripted } from '../../components/use-is-scripted.ts'
import { clearFilters, setFilters } from '../../stores/event-list.ts'

type EventFiltersProps = {
  filters: Filters
  day: string | undefined
  onFocus: () => void
  children: ReactNode
}

/** A separate form, which sends no filters. */
const clearForm = 'all-events'

export function EventFilters({ filters, day, onFocus, children }: EventFiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  const isScripted = useIsScripted()
  const { filters: label, names, clear: clearName, show } = messages().events
  const isNarrowed = Object.values(filters).some((value) => value !== 'all')

  // Applies choices made before the script loaded: the next render would reset them.
  const rendered = useRef(filters)
  useLayoutEffect(() => {
    const chosen = new FormData(form.current ?? undefined)
    const isOther = filterOptions.some(([name]) => chosen.get(name) !== rendered.current[name])
    if (isOther) setFilters(Object.fromEntries(chosen))
  }, [])

  function clear(event: SyntheticEvent) {
    event.preventDefault()
    clearFilters()
    // The focused button is gone. On a narrow screen the selects may be folded.
    const fold = form.current?.querySelector('summary')
    ;(fold?.checkVisibility() ? fold : form.current?.querySelector('select'))?.focus()
  }

  return (
    <>
      <form
        ref={form}
        className="filters"
        aria-label={label}
        action={linkTo(day === undefined ? '/events' : `/events/${day}`)}
        method="get"
      >
        <details className="narrow-fold">
          <summary className={nameFilters(filters).length > 0 ? 'chosen' : undefined}>
            {titleFiltered(label, filters)}
          </summary>
          <div className="choices">
            {filterOptions.map(([name, options]) => (
              <label key={name}>
                {names[name]}
                <select
                  name={name}
                  value={filters[name]}
                  onFocus={onFocus}
                  onChange={(event) => setFilters({ [name]: event.currentTarget.value })}
                >
                  {options
                    .filter((option) => option !== 'specific' || day !== undefined)
                    .map((option) => (
                      <option key={option} value={option}>
                        {labelOf(name, option)}
                      </option>
                    ))}
                </select>
              </label>
            ))}
          </div>
        </details>
        <div className="filter-status">
          {children}
          {/* Not needed with scripts. It keeps its space, so that nothing moves. */}
          <button type="submit" className={isScripted ? 'show done' : 'show'}>
            {show}
          </button>
          {isNarrowed && (
            <button type="submit" form={clearForm}>
              {clearName}
            </button>
          )}
        </div>
      </form>
      {isNarrowed && <form id={clearForm} action={linkTo('/events')} method="get" onSubmit={clear} />}
    </>
  )
}
