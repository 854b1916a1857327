import { html } from 'hono/html'
import type { ListingLocation } from '#domain/catalogue.ts'
import type { CalendarEvent } from '#domain/event.ts'
import { fill, plural, words } from '#domain/language.ts'
import {
  addMonths,
  formatDayOfMonth,
  formatMonth,
  formatTime,
  isDay,
  listWeekdays,
  listWeeks,
  initialOf,
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

/** The most events that a day's list shows. */
const shown = 3

/** The home page's calendar and day lists for a reader without scripts, as site/islands/HomeCalendar.tsx has them. HTML. */
export function writeHomeCalendar({ today, tomorrow, month, city, isElsewhere, listDay }: Calendar): string {
  const { calendar, cities, home } = words()
  return String(
    html`${isElsewhere && html`<p>${fill(home.eventsElsewhere, cities)}</p>`}
<section class="calendar" aria-label="${calendar.label}">
<div class="calendar-head">${writeTurn(calendar.previousMonth, '‹', addMonths(month, -1), city)}<h2 id="month">${formatMonth(month)}</h2>${writeTurn(calendar.nextMonth, '›', addMonths(month, 1), city)}</div>
<table aria-labelledby="month"><thead><tr>${listWeekdays('long').map((name) => html`<th scope="col" aria-label="${name}">${initialOf(name)}</th>`)}</tr></thead>
<tbody>${listWeeks(month).map(writeWeek)}</tbody></table>
</section>
${writeDay(calendar.today, today)}
${writeDay(calendar.tomorrow, tomorrow)}`,
  )

  function writeWeek(days: string[]) {
    return html`<tr>${days.map((day) => (toMonth(day) === month ? writeDayLink(day) : html`<td></td>`))}</tr>`
  }

  function writeDayLink(day: string) {
    const { length } = listDay(day)
    const name = length === 0 ? '' : `, ${plural(calendar.count, length)}`
    const marks = html`${day === today && html` aria-current="date"`}${length > 0 && html` data-events="true"`}`
    return html`<td><a href="/events/${day}" aria-label="${formatDayOfMonth(day)}${name}"${marks}>${Number(day.slice(8))}</a></td>`
  }

  function writeDay(title: string, day: string) {
    const events = listDay(day)
    const rest = events.length - shown
    return html`<section class="day-events" aria-label="${fill(calendar.eventsOf, { day: title })}">
<h2>${title}</h2>
${events.length === 0 ? html`<p class="quiet">${calendar.none}</p>` : html`<ul>${events.slice(0, shown).map(writeEvent)}</ul>`}
${rest > 0 && html`<p><a href="/events/${day}">${fill(calendar.more, { count: rest })}</a></p>`}
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
