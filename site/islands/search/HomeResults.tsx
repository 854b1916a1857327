import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { fill, messages } from '#domain/language.ts'
import { SearchResults } from '../../components/SearchResults.tsx'
import { setDocumentTitle } from '../../lib/page/document-title.ts'
import { focusResults } from '../../lib/search/search.ts'
import { $results, $search, loadResults } from '../../stores/search.ts'

/** For a static host, whose HTML does not contain the results. */
export function HomeResults() {
  const search = useStore($search, { ssr: 'initial' })
  const outcome = useStore($results, { ssr: 'initial' })

  useEffect(() => {
    if (!search) return
    setDocumentTitle(fill(messages().search.results, { text: search.text }))
    focusResults(document.querySelector<HTMLElement>('#results'))
  }, [search])

  return search ? <SearchResults search={search} {...outcome} onTry={loadResults} /> : null
}
