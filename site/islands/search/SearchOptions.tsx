import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { messages } from '#domain/language.ts'
import type { SearchResult } from '#domain/search.ts'
import { ResultLine } from '../../components/SearchResults.tsx'
import { $suggestions, activateOption } from '../../stores/suggestions.ts'

export function optionId(index: number): string {
  return `search-option-${index}`
}

export function SearchOptions({ isOpen, active }: { isOpen: boolean; active: number | undefined }) {
  const answer = useStore($suggestions)?.answer
  const listings = answer?.listings.results ?? []
  const events = answer?.events.results ?? []

  useEffect(() => {
    if (active !== undefined) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const groupOf = (name: 'listings' | 'events', results: SearchResult[], first: number) =>
    results.length > 0 && (
      <div role="group" aria-labelledby={`search-${name}`}>
        <div role="presentation" className="search-group" id={`search-${name}`}>
          {messages().search[name]}
        </div>
        {results.map((result, position) => (
          <Option
            key={result.id}
            index={first + position}
            isActive={first + position === active}
            result={result}
          />
        ))}
      </div>
    )

  return (
    <div
      id="search-options"
      role="listbox"
      className="search-options"
      aria-label={messages().search.suggestions}
      hidden={!isOpen}
    >
      {groupOf('listings', listings, 0)}
      {groupOf('events', events, listings.length)}
    </div>
  )
}

/** The focus stays in the field, which handles the keys. */
function Option({ index, isActive, result }: { index: number; isActive: boolean; result: SearchResult }) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={optionId(index)}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => activateOption(index)}
      onClick={() => window.location.assign(result.path)}
    >
      <span dir="auto">{result.title}</span> <ResultLine {...result} />
    </div>
  )
}
