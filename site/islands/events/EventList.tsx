export { default } from '@astrojs/react/client.js' // oxlint-disable-line no-default-export -- See site/bundle.ts.
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import { allEvents, countEvents, describeCount, writeFilters } from '#domain/events/event-filters.ts'
import { fill, linkTo, messages } from '#domain/language.ts'
import { formatDay } from '#domain/pacific.ts'
import type { ViewOf } from '#domain/pages/page-view.ts'
import { setDocumentTitle } from '../../lib/page/document-title.ts'
import { whenIdle } from '../../lib/page/lay-out-rows.ts'
import { $filters, $routeDay, $wholeList } from '../../stores/event-list.ts'
import { $allEvents, $pathParts } from '../../stores/query.ts'
import { Unavailable } from '../../components/Unavailable.tsx'
import { DayLinks } from '../../components/events/DayLinks.tsx'
import { NoEvents } from '../../components/events/NoEvents.tsx'
import { Subscribe } from '../../components/events/Subscribe.tsx'
import { EmbedCode } from './EmbedCode.tsx'
import { EventFilters } from './EventFilters.tsx'
import { EventRows } from './EventRows.tsx'
import { defineStars } from './star-button.ts'
import { WeekText } from './WeekText.tsx'

if (!import.meta.env.SSR) defineStars()

type RenderedPage = Extract<ViewOf<'events'>, { state: 'shown' }>

/** Shows `view`, one page of the list, until the whole list is loaded, which the filters need. */
export function EventList({ view, origin }: { view: RenderedPage | undefined; origin: string }) {
  const isPathKnown = useStore($pathParts, { ssr: 'initial' }) !== undefined
  const day = useStore($routeDay, { ssr: () => view?.day })
  const filters = useStore($filters, { ssr: () => view?.filters ?? allEvents })
  const isListOfView = view !== undefined && toListKey(day, filters) === toListKey(view.day, view.filters)
  const [isLoadingAll, setIsLoadingAll] = useState(!view)
  const whole = useStore(isLoadingAll || !isListOfView ? $wholeList : $notLoaded, { ssr: () => notLoaded })
  const rendered = isListOfView && !whole.groups ? view : undefined
  const { groups, around, today } = whole.groups ? whole : (rendered ?? notLoaded)
  // A static host may have no API, which serves the embedded list and the week's text.
  const isAnswered = view !== undefined || whole.groups !== undefined
  const { title, ofDay, loading } = messages().events
  const date = filters.date === 'specific' ? 'all' : filters.date
  const query = writeFilters({ ...filters, date }, false)
  const heading = day ? fill(ofDay, { day: formatDay(day) }) : title

  useEffect(() => {
    if (isPathKnown) setDocumentTitle(heading)
  }, [isPathKnown, heading])

  // On a later page, the reader stays on that page.
  const isFirst = view?.number === 1
  useEffect(() => {
    if (isFirst && view?.next) whenIdle(() => setIsLoadingAll(true))
  }, [isFirst, view?.next])

  return (
    <>
      <h1>{heading}</h1>
      {around && filters.date === 'specific' && <DayLinks {...around} />}
      <div className="event-exports screen-only">
        <p>
          <a href={linkTo('/calendar')}>{messages().personal.title}</a>
        </p>
        <p>
          <a href={linkTo('/events/suggest')}>{messages().events.suggest}</a>
        </p>
        <Subscribe query={query} origin={origin} />
        {isAnswered && <WeekText filters={filters} day={day} />}
        {isAnswered && <EmbedCode query={query} origin={origin} sites={view?.embedSites} />}
      </div>
      <EventFilters filters={filters} day={day} onFocus={() => isFirst && setIsLoadingAll(true)}>
        <p role="status" className="count">
          {!groups && !whole.error && loading}
          {whole.groups ? describeCount(whole.groups, filters) : rendered?.count}
        </p>
      </EventFilters>
      {whole.error && !groups && <Unavailable text={whole.error.message} onTry={$allEvents.revalidate} />}
      {groups && countEvents(groups) === 0 && (
        <NoEvents around={around} isNarrowed={writeFilters(filters, false) !== ''} />
      )}
      {groups && (
        <EventRows
          groups={groups}
          isWholeList={!rendered}
          today={today}
          isOneDay={day !== undefined && filters.date === 'specific'}
        />
      )}
      {rendered && <PageLinks {...rendered} />}
    </>
  )
}

const notLoaded: ReturnType<typeof $wholeList.get> = {
  groups: undefined,
  around: undefined,
  today: '',
  error: undefined,
}
const $notLoaded = atom(notLoaded)

function toListKey(day: string | undefined, filters: RenderedPage['filters']): string {
  return `${day}${writeFilters(filters, day !== undefined)}`
}

function PageLinks({ previous, next }: Pick<RenderedPage, 'previous' | 'next'>) {
  const { back, more } = messages().events
  if (previous === undefined && next === undefined) return null
  return (
    <p className="pages screen-only">
      {previous !== undefined && (
        <a href={linkTo(previous)} rel="prev">
          {back}
        </a>
      )}
      {next !== undefined && (
        <a href={linkTo(next)} rel="next">
          {more}
        </a>
      )}
    </p>
  )
}
