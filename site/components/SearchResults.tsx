import { fill, messages, readAddress } from '#domain/language.ts'
import { describeTime } from '#domain/events/when.ts'
import { formatMonthDay, formatShortDate } from '#domain/pacific.ts'
import {
  countResults,
  maxQueryLength,
  type SearchAnswer,
  type SearchGroup,
  type SearchResult,
} from '#domain/search.ts'
import { trailOf } from '#domain/listings/names.ts'
import { summarize } from '#domain/pages/summarize.ts'
import { EventName } from './events/EventName.tsx'
import { TryAgain } from './TryAgain.tsx'
import { resultsPath, type Search } from '../lib/search/search.ts'

type SearchResultsProps = {
  search: Search
  /** Undefined while it is loading. */
  answer?: SearchAnswer | 'tooLong' | 'away' | undefined
  fault?: string | undefined
  onTry?: () => void
}

export function SearchResults({ search, answer, fault, onTry }: SearchResultsProps) {
  const { search: own } = messages()
  const [before, after] = own.results.split('{text}')
  const [correctedBefore, correctedAfter] = own.corrected.split('{text}')
  const refused = typeof answer === 'string' ? fill(own[answer], { count: maxQueryLength }) : fault
  return (
    <section className="results" aria-labelledby="results" aria-busy={!answer && !refused}>
      <h2 id="results" tabIndex={-1}>
        {before}
        <bdi>{search.text}</bdi>
        {after}
      </h2>
      {refused && <p role="alert">{refused}</p>}
      {(fault !== undefined || answer === 'away') && <TryAgain onTry={onTry} />}
      {!refused && (
        <p role="status" className="quiet">
          {typeof answer === 'object' ? countResults(answer) : own.searching}
        </p>
      )}
      {typeof answer === 'object' && answer.corrected !== undefined && (
        <p>
          {correctedBefore}
          <bdi>{answer.corrected}</bdi>
          {correctedAfter}
        </p>
      )}
      {!refused && search.city && (
        <p>
          {fill(own.onlyIn, { city: search.city })}{' '}
          <a href={resultsPath({ text: search.text, city: 'both' })}>{own.bothCities}</a>
        </p>
      )}
      {typeof answer === 'object' && <Groups {...answer} isElsewhere={search.city === 'NYC'} />}
    </section>
  )
}

function Groups({ listings, events, isElsewhere }: SearchAnswer & { isElsewhere: boolean }) {
  const { cities, search: own } = messages()
  return (
    <>
      {listings.results.length + events.results.length === 0 && <p>{own.nothing}</p>}
      <Group name={own.listings} {...listings} />
      <Group name={own.events} {...events} />
      {isElsewhere && <p className="quiet">{fill(own.elsewhere, cities)}</p>}
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
              <EventName event={result} />
            </a>{' '}
            <ResultLine {...result} />
            {result.about && <About {...result.about} />}
          </li>
        ))}
      </ul>
      {hasMore && <p className="quiet">{messages().search.best}</p>}
    </section>
  )
}

function About({ category, subcategory, text }: NonNullable<SearchResult['about']>) {
  return (
    <p className="clamped" dir="auto">
      <bdi>{trailOf([category, subcategory])}</bdi> · {summarize(text, 200)}
    </p>
  )
}

export function ResultLine({ location, date, path, allDay }: SearchResult) {
  const isEvent = readAddress(path).path.startsWith('/event/')
  return (
    <span className="quiet">
      (<bdi>{location}</bdi>){' '}
      <time dateTime={date}>
        {isEvent ? `${formatShortDate(date)} · ${describeTime({ date, allDay })}` : formatMonthDay(date)}
      </time>
    </span>
  )
}
