import { html } from 'hono/html'
import { words } from '#domain/language.ts'

/** The button that leads to the event's own page. `url` must be a web address. */
export function writeEventLink(url: string) {
  return html`<a class="button" href="${url}" target="_blank" rel="noopener noreferrer nofollow ugc">${words().event.view}</a>`
}
