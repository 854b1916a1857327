import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { around, words } from '#domain/language.ts'
import { SearchResults } from '../components/SearchResults.tsx'
import { setDocumentTitle } from '../lib/document-title.ts'
import { focusResults } from '../lib/focus-results.ts'
import { $results, $search } from '../stores/search.ts'

/**
 * The results of the search in the home page's address, read from the API: for a page that was rendered without them.
 * Nothing where there is no search.
 */
export function HomeResults() {
  const search = useStore($search, { ssr: 'initial' })
  const outcome = useStore($results, { ssr: 'initial' })

  useEffect(() => {
    if (!search) return
    setDocumentTitle(around(words().search.results).join(search.text))
    focusResults(document.querySelector<HTMLElement>('#results'))
  }, [search])

  return search ? <SearchResults search={search} {...outcome} /> : null
}
