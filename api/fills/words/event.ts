import { html } from 'hono/html'
import { type CalendarEvent, isWebAddress } from '#domain/event.ts'
import { nameLabels } from '#domain/event-labels.ts'
import { words } from '#domain/language.ts'
import { formatDateAndTime } from '#domain/pacific.ts'

/** An event for a reader without scripts: what site/islands/EventDetail.tsx shows the others. HTML. */
export function writeEvent(event: Omit<CalendarEvent, 'id'>): string {
  const { title, date, organizers, location, price, registrationType, description, url, topics, types } =
    event
  const names = words().event
  const when = html`<time datetime="${date}">${formatDateAndTime(date)}</time>`
  return String(
    html`<article class="event">
<h1 dir="auto">${title}</h1>
${writePart(names.when, when)}
${writePart(names.organizers, organizers)}
${writePart(names.location, location)}
${writePart(names.price, price)}
${writePart(names.registration, registrationType)}
${writePart(names.topics, nameLabels(topics))}
${writePart(names.types, nameLabels(types))}
${writePart(names.text, description)}
${isWebAddress(url) && html`<p>${writeEventLink(url)}</p>`}
</article>
${writeBack()}`,
  )
}

/** What is told of an event that is not there: a heading and a sentence. HTML. */
export function writeNoEvent(): string {
  const { notFound, notFoundText } = words().event
  return String(html`<h1>${notFound}</h1><p>${notFoundText}</p>${writeBack()}`)
}

function writeBack() {
  return html`<p class="back"><a href="/events">${words().event.back}</a></p>`
}

/** The button that leads to the event's own page. `url` must be a web address. */
export function writeEventLink(url: string) {
  return html`<a class="button" href="${url}" target="_blank" rel="noopener noreferrer nofollow ugc">${words().event.view}</a>`
}

function writePart(name: string, text: unknown) {
  return text && html`<section><h2>${name}</h2><p class="as-written" dir="auto">${text}</p></section>`
}
