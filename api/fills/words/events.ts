import { html } from 'hono/html'
import { isWebAddress } from '#domain/event.ts'
import {
  type DatedEvent,
  describeCount,
  type EventFilters,
  type EventGroup,
  filterOptions,
  labelOf,
  takeEvents,
} from '#domain/event-filters.ts'
import { nameLabels } from '#domain/event-labels.ts'
import { fill, words } from '#domain/language.ts'
import { formatShortDate, formatTime } from '#domain/pacific.ts'
import { writeEventLink } from './event.ts'

type Page = {
  heading: string
  /** The address of the list, without its query. */
  path: string
  hasDay: boolean
  filters: EventFilters
  groups: readonly EventGroup[]
  /** From which event on, of all groups. */
  offset: number
  limit: number
  /** The queries of the pages around this one. */
  previous: string | undefined
  next: string | undefined
}

/** The list of events for a reader without scripts, its filters a form, as site/islands/EventList.tsx has it. HTML. */
export function writeEvents({ heading, path, hasDay, filters, groups, offset, limit, previous, next }: Page) {
  const { filters: label, show, clear, back, more } = words().events
  return String(
    html`<h1>${heading}</h1>
<form class="filters" aria-label="${label}" action="${path}" method="get">
${filterOptions.map(([name, options]) => writeSelect(name, filters[name], hasDay ? options : options.filter(isUndated)))}
<button type="submit">${show}</button>
</form>
${isNarrowed(filters) && html`<p><a href="/events">${clear}</a></p>`}
<p class="count">${describeCount(groups)}</p>
${takeEvents(groups, offset, limit).map(writeGroup)}
${(previous !== undefined || next) && html`<p>${previous !== undefined && html`<a href="${path}${previous}" rel="prev">${back}</a> `}${next && html`<a href="${path}${next}" rel="next">${more}</a>`}</p>`}`,
  )
}

const isUndated = (option: string) => option !== 'specific'

function isNarrowed(filters: EventFilters): boolean {
  return Object.values(filters).some((value) => value !== 'all')
}

function writeGroup({ label, upcoming, past }: EventGroup) {
  const pastName = words().events.past
  const pastHeading = label === undefined ? html`<h2>${pastName}</h2>` : html`<h3>${pastName}</h3>`
  return html`<div class="event-group">
${label !== undefined && html`<h2>${label}</h2>`}
${upcoming.length > 0 && html`<ul class="events">${upcoming.map(writeRow)}</ul>`}
${past.length > 0 && html`${pastHeading}<ul class="events">${past.map(writeRow)}</ul>`}
</div>`
}

function writeSelect(name: keyof EventFilters, chosen: string, options: readonly string[]) {
  const written = options.map(
    (value) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${labelOf(name, value)}</option>`,
  )
  return html`<label>${words().events.names[name]}<select name="${name}">${written}</select></label>`
}

function writeRow(event: DatedEvent) {
  const { id, title, date, organizers, location, price, registrationType, url, topics, types } = event
  return html`<li>
<p class="quiet"><time datetime="${date}">${formatShortDate(date)} · ${formatTime(date)}</time></p>
<p class="event-title" dir="auto"><a href="/event/${id}">${title}</a></p>
<p class="event-fields"><bdi>${organizers}</bdi> · <bdi>${location}</bdi>${price && html` · <bdi>${price}</bdi>`}${registrationType && html` · <bdi>${registrationType}</bdi>`}</p>
${topics.length + types.length > 0 && html`<p class="event-labels quiet">${writeLabels('topic', topics)} ${writeLabels('type', types)}</p>`}
${isWebAddress(url) && html`<p class="event-link">${writeEventLink(url)}</p>`}
</li>`
}

function writeLabels(name: 'topic' | 'type', labels: readonly string[]) {
  const { named, names } = words().events
  return (
    labels.length > 0 && html`<span>${fill(named, { name: names[name], value: nameLabels(labels) })}</span>`
  )
}
