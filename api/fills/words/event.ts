import { html } from 'hono/html'
import { type CalendarEvent, isWebAddress } from '#domain/event.ts'
import { formatDateAndTime } from '#domain/pacific.ts'

/** An event for a reader without scripts: what site/islands/EventDetail.tsx shows the others. HTML. */
export function writeEvent(event: Omit<CalendarEvent, 'id'>): string {
  const { title, date, organizers, location, price, registrationType, description, url } = event
  const when = html`<time datetime="${date}">${formatDateAndTime(date)}</time>`
  return String(
    html`<article class="event">
<h1 dir="auto">${title}</h1>
${writePart('Date & Time', when)}
${writePart('Organizers', organizers)}
${writePart('Location', location)}
${writePart('Price', price)}
${writePart('Registration', registrationType)}
${writePart('Description', description)}
${isWebAddress(url) && html`<p>${writeEventLink(url)}</p>`}
</article>
<p class="back"><a href="/events">← back to events</a></p>`,
  )
}

/** The button that leads to the event's own page. `url` must be a web address. */
export function writeEventLink(url: string) {
  return html`<a class="button" href="${url}" target="_blank" rel="noopener noreferrer nofollow ugc">View Event</a>`
}

function writePart(name: string, text: unknown) {
  return text && html`<section><h2>${name}</h2><p class="as-written" dir="auto">${text}</p></section>`
}
