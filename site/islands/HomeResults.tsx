import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { around, words } from '#domain/language.ts'
import { setDocumentTitle } from '../lib/document-title.ts'
import type { Search } from '../lib/search.ts'
import { $results, $search } from '../stores/search.ts'
import { SearchResults } from './SearchResults.tsx'

/** The results of the search in the home page's address; nothing where there is none. */
export function HomeResults() {
  const search = useStore($search, { ssr: 'initial' })
  return search ? <Results search={search} /> : null
}

function Results({ search }: { search: Search }) {
  const outcome = useStore($results)
  const heading = useRef<HTMLHeadingElement>(null)
  const [before, after] = around(words().search.results)

  useEffect(() => {
    setDocumentTitle(around(words().search.results).join(search.text))
    // Who comes by the form goes on reading here; who comes back, or loads anew, stays where they were.
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigation?.type !== 'navigate' || !heading.current) return
    heading.current.focus({ preventScroll: true })
    const isFarDown = heading.current.getBoundingClientRect().top > window.innerHeight / 2
    if (isFarDown) heading.current.scrollIntoView({ block: 'start' })
  }, [search])

  return (
    <section className="results" aria-labelledby="results" aria-busy={!outcome}>
      <h2 id="results" ref={heading} tabIndex={-1}>
        {before}
        <bdi>{search.text}</bdi>
        {after}
      </h2>
      {outcome?.fault === undefined ? (
        <SearchResults search={search} answer={outcome?.answer} />
      ) : (
        <p role="alert">{outcome.fault}</p>
      )}
    </section>
  )
}
