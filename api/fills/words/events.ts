import { html } from 'hono/html'
import { isWebAddress } from '#domain/event.ts'
import {
  allEvents,
  type DatedEvent,
  type EventFilters,
  filterOptions,
  labelOf,
} from '#domain/event-filters.ts'
import { plural, words } from '#domain/language.ts'
import { formatShortDate, formatTime } from '#domain/pacific.ts'
import { writeEventLink } from './event.ts'

type Page = {
  heading: string
  /** The address of the list, without its query. */
  path: string
  hasDay: boolean
  filters: EventFilters
  /** Upcoming ones by time, then past ones, newest first. */
  events: readonly DatedEvent[]
  upcomingCount: number
  /** From which event on, of all that the filters keep. */
  offset: number
  limit: number
  /** The queries of the pages around this one. */
  previous: string | undefined
  next: string | undefined
}

/** The list of events for a reader without scripts, its filters a form, as site/islands/EventList.tsx has it. HTML. */
export function writeEvents({
  heading,
  path,
  hasDay,
  filters,
  events,
  upcomingCount,
  offset,
  limit,
  previous,
  next,
}: Page) {
  const shown = events.slice(offset, offset + limit)
  const { filters: label, show, clear, count, back, more } = words().events
  return String(
    html`<h1>${heading}</h1>
<form class="filters" aria-label="${label}" action="${path}" method="get">
${filterOptions.map(([name, options]) => writeSelect(name, filters[name], hasDay ? options : options.filter(isUndated)))}
<button type="submit">${show}</button>
</form>
${isNarrowed(filters) && html`<p><a href="${clearedPath(path, hasDay)}">${clear}</a></p>`}
<p class="count">${plural(count, events.length)}</p>
<ul class="events">${shown.map((event, index) => writeRow(event, offset + index === upcomingCount))}</ul>
${(previous !== undefined || next) && html`<p>${previous !== undefined && html`<a href="${path}${previous}" rel="prev">${back}</a> `}${next && html`<a href="${path}${next}" rel="next">${more}</a>`}</p>`}`,
  )
}

const isUndated = (option: string) => option !== 'specific'

function isNarrowed(filters: EventFilters): boolean {
  return Object.values(filters).some((value) => value !== 'all')
}

/** The filters of a day's page are `specific` unless its query says otherwise. */
function clearedPath(path: string, hasDay: boolean): string {
  return hasDay ? `${path}?date=${allEvents.date}` : path
}

function writeSelect(name: keyof EventFilters, chosen: string, options: readonly string[]) {
  const written = options.map(
    (value) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${labelOf(name, value)}</option>`,
  )
  return html`<label>${words().events.names[name]}<select name="${name}">${written}</select></label>`
}

function writeRow(
  { id, title, date, organizers, location, price, registrationType, url }: DatedEvent,
  isFirstPast: boolean,
) {
  return html`<li>
${isFirstPast && html`<h2>${words().events.past}</h2>`}
<p class="quiet"><time datetime="${date}">${formatShortDate(date)} · ${formatTime(date)}</time></p>
<p class="event-title" dir="auto"><a href="/event/${id}">${title}</a></p>
<p class="event-fields"><bdi>${organizers}</bdi> · <bdi>${location}</bdi>${price && html` · <bdi>${price}</bdi>`}${registrationType && html` · <bdi>${registrationType}</bdi>`}</p>
${isWebAddress(url) && html`<p class="event-link">${writeEventLink(url)}</p>`}
</li>`
}
