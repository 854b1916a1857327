import { html } from 'hono/html'
import type { ListingLocation } from '#domain/catalogue.ts'
import { cityNames } from '#domain/city.ts'
import type { CalendarEvent } from '#domain/event.ts'
import {
  addMonths,
  formatDayOfMonth,
  formatMonth,
  formatTime,
  isDay,
  listWeeks,
  toMonth,
} from '#domain/pacific.ts'

type Calendar = {
  today: string
  tomorrow: string
  /** The month that is shown. */
  month: string
  city: ListingLocation | undefined
  /** Whether the reader's city is another than the events'. */
  isElsewhere: boolean
  /** The events of a day, by time. */
  listDay: (day: string) => readonly CalendarEvent[]
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** The most events that a day's list shows. */
const shown = 3

/** The home page's calendar and day lists for a reader without scripts, as site/islands/HomeCalendar.tsx has them. HTML. */
export function writeHomeCalendar({ today, tomorrow, month, city, isElsewhere, listDay }: Calendar): string {
  return String(
    html`${isElsewhere && html`<p>these events are in ${cityNames.SF}, not in ${cityNames.NYC}.</p>`}
<section class="calendar" aria-label="calendar">
<div class="calendar-head">${writeTurn('previous month', '‹', addMonths(month, -1), city)}<h2 id="month">${formatMonth(month)}</h2>${writeTurn('next month', '›', addMonths(month, 1), city)}</div>
<table aria-labelledby="month"><thead><tr>${weekdays.map((name) => html`<th scope="col" abbr="${name}">${name.slice(0, 1)}</th>`)}</tr></thead>
<tbody>${listWeeks(month).map(writeWeek)}</tbody></table>
</section>
${writeDay('today', today)}
${writeDay('tomorrow', tomorrow)}`,
  )

  function writeWeek(days: string[]) {
    return html`<tr>${days.map((day) => (toMonth(day) === month ? writeDayLink(day) : html`<td></td>`))}</tr>`
  }

  function writeDayLink(day: string) {
    const { length } = listDay(day)
    const name = length === 0 ? '' : `, ${length} ${length === 1 ? 'event' : 'events'}`
    const marks = html`${day === today && html` aria-current="date"`}${length > 0 && html` data-events="true"`}`
    return html`<td><a href="/events/${day}" aria-label="${formatDayOfMonth(day)}${name}"${marks}>${Number(day.slice(8))}</a></td>`
  }

  function writeDay(title: string, day: string) {
    const events = listDay(day)
    const rest = events.length - shown
    return html`<section class="day-events" aria-label="events ${title}">
<h2>${title}</h2>
${events.length === 0 ? html`<p class="quiet">no events scheduled</p>` : html`<ul>${events.slice(0, shown).map(writeEvent)}</ul>`}
${rest > 0 && html`<p><a href="/events/${day}">+${rest} more...</a></p>`}
</section>`
  }
}

/** Nothing lies before the year 1 and after 9999. */
function writeTurn(name: string, sign: string, month: string, city: ListingLocation | undefined) {
  if (!isDay(`${month}-01`)) return html`<span></span>`
  return html`<a class="calendar-turn" href="/?${new URLSearchParams({ month, ...(city && { city }) }).toString()}" aria-label="${name}">${sign}</a>`
}

function writeEvent({ id, date, title }: CalendarEvent) {
  return html`<li><a href="/event/${id}">${formatTime(date)} - <bdi>${title}</bdi></a></li>`
}
