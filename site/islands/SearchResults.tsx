import { countResults, type SearchAnswer, type SearchGroup } from '#domain/search.ts'
import { resultsPath, type Search } from '../lib/search.ts'
import { ResultLine } from './ResultLine.tsx'

const words = {
  listings: 'listings',
  events: 'events',
  searching: 'searching...',
  best: 'only the best are shown: another word finds fewer.',
  nothing: 'nothing was found: try another word, or fewer.',
  elsewhere: 'events are in San Francisco: there are none in New York City.',
  onlyIn: 'only in',
  everywhere: 'show both cities',
}

type SearchResultsProps = {
  search: Search
  /** Undefined while it is on its way. */
  answer: SearchAnswer | undefined
}

/** What a search found, each group as a list. */
export function SearchResults({ search, answer }: SearchResultsProps) {
  const isEmpty = answer && answer.listings.results.length + answer.events.results.length === 0
  return (
    <>
      <p role="status" className="quiet">
        {answer ? countResults(answer) : words.searching}
      </p>
      {search.city && (
        <p>
          {words.onlyIn} {search.city}{' '}
          <a href={resultsPath({ text: search.text, city: undefined })}>{words.everywhere}</a>
        </p>
      )}
      {isEmpty && <p>{words.nothing}</p>}
      {answer && <Group name={words.listings} {...answer.listings} />}
      {answer && <Group name={words.events} {...answer.events} />}
      {answer && search.city === 'NYC' && <p className="quiet">{words.elsewhere}</p>}
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
      {hasMore && <p className="quiet">{words.best}</p>}
    </section>
  )
}
