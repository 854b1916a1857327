import { fill, words } from '#domain/language.ts'
import { countResults, type SearchAnswer, type SearchGroup } from '#domain/search.ts'
import { resultsPath, type Search } from '../lib/search.ts'
import { ResultLine } from './ResultLine.tsx'

type SearchResultsProps = {
  search: Search
  /** Undefined while it is on its way. */
  answer: SearchAnswer | undefined
}

/** What a search found, each group as a list. */
export function SearchResults({ search, answer }: SearchResultsProps) {
  const isEmpty = answer && answer.listings.results.length + answer.events.results.length === 0
  const { cities, search: own } = words()
  return (
    <>
      <p role="status" className="quiet">
        {answer ? countResults(answer) : own.searching}
      </p>
      {search.city && (
        <p>
          {fill(own.onlyIn, { city: search.city })}{' '}
          <a href={resultsPath({ text: search.text, city: undefined })}>{own.bothCities}</a>
        </p>
      )}
      {isEmpty && <p>{own.nothing}</p>}
      {answer && <Group name={own.listings} {...answer.listings} />}
      {answer && <Group name={own.events} {...answer.events} />}
      {answer && search.city === 'NYC' && <p className="quiet">{fill(own.elsewhere, cities)}</p>}
    </>
  )
}

function Group({ name, results, hasMore }: SearchGroup & { name: string }) {
  if (results.length === 0) return null
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <ul className="listings">
        {results.map((result) => (
          <li key={result.id}>
            <a href={result.path} dir="auto">
              {result.title}
            </a>{' '}
            <ResultLine {...result} />
          </li>
        ))}
      </ul>
      {hasMore && <p className="quiet">{words().search.best}</p>}
    </section>
  )
}
