import { contentLimits } from '#domain/content/content-limits.ts'
import { eventStatuses } from '#domain/events/event.ts'
import type { ImportedFields } from '#domain/import/found.ts'
import { readInstant } from '#domain/events/event-date.ts'
import type { ICAL } from '../../feeds/ical.ts'
import { textOf } from './parts.ts'
import { cleanAddress, cleanLine, cleanLines, decodeEntities, decodeOnce, splitPlace } from '../clean-text.ts'
import { matchCategories } from '../match-categories.ts'

export function readFields(event: ICAL.Component, calendar: ICAL.Component) {
  const uid = textOf(event, 'uid')
  const lines = textOf(event, 'description').split('\n')
  if (isOwnPage(lines.at(-1), uid)) lines.pop()
  const description = cleanLines(decodeOnce(lines.join('\n')))
  const { location, address, url } = readPlace(event)
  const written = cleanAddress(decodeEntities(textOf(event, 'url')))
  const link = isOwnPage(written, uid) ? undefined : (written ?? findEventPage(description) ?? url)
  return {
    title: readTitle(event),
    status: readStatus(event, calendar),
    organizers: readOrganizers(event) ?? cleanLine(readText(calendar, 'x-wr-calname')),
    location,
    address,
    description,
    url: link,
    ...matchCategories(listCategories(event)),
    // As our own calendar files have them (api/feeds/calendar-file.ts).
    organizerUrl: cleanAddress(event.getFirstProperty('contact')?.getParameter('altrep')),
    language: cleanLine(event.getFirstProperty('summary')?.getParameter('language'), 20),
    series: cleanLine(textOf(event, 'refid')),
    price: cleanLine(readText(event, 'x-cost')),
    registrationType: cleanLine(readText(event, 'x-registration')),
    formerDate: readInstant(textOf(event, 'x-former-start')),
  }
}

function readPlace(event: ICAL.Component): { location?: string; address?: string | undefined; url?: string } {
  const [place = '', ...street] = textOf(event, 'location').split('\n').map(decodeOnce)
  const location = cleanLine(place, 400)
  if (location === undefined) return {}
  if (street.length > 0) return { location, address: cleanLine(street.join(', ')) }
  const url = cleanAddress(location)
  return url === undefined ? splitPlace(location) : { url }
}

function readStatus(event: ICAL.Component, calendar: ICAL.Component): ImportedFields['status'] {
  const own = eventStatuses.find((each) => each === textOf(event, 'x-event-status'))
  if (own !== undefined) return own
  return isCancelled(event) || /^cancel$/i.test(textOf(calendar, 'method')) ? 'cancelled' : 'scheduled'
}

export function isCancelled(event: ICAL.Component): boolean {
  return /^cancelled$/i.test(textOf(event, 'status'))
}

function readOrganizers(event: ICAL.Component): string | undefined {
  const names = event
    .getAllProperties('organizer')
    .map((organizer) => cleanLine(organizer.getParameter('cn')))
    .filter((name) => name !== undefined && !name.includes('@'))
  const contact = cleanLine(readText(event, 'contact'))
  return cleanLine(names.join(', ')) ?? (contact?.includes('@') ? undefined : contact)
}

/** The title without a status prefix such as `Cancelled: `. Other programs write one, too. */
function readTitle(event: ICAL.Component): string {
  const isPlain = /^(confirmed)?$/i.test(textOf(event, 'status')) && !event.hasProperty('x-event-status')
  const title = readText(event, 'summary')
  return isPlain ? title : title.replace(/^(?:cancell?ed|postponed|moved online): (?=.)/i, '')
}

/** In our own files, a description ends with the URL of the event's page. */
function isOwnPage(line: string | undefined, uid: string): boolean {
  return line !== undefined && /^https?:\/\/[^\s/]+\/event\/\S+$/.test(line) && line.endsWith(`/event/${uid}`)
}

/** Luma writes the URL of an event’s page only into the description. */
function findEventPage(description: string | undefined): string | undefined {
  const [address] =
    /https?:\/\/(?:www\.)?(?:lu\.ma|luma\.com|meetup\.com|eventbrite\.com|partiful\.com)\/[^\s<>"')\]]+/i.exec(
      description ?? '',
    ) ?? []
  return cleanAddress(address)
}

export function listCategories(event: ICAL.Component): string[] {
  return event
    .getAllProperties('categories')
    .slice(0, 20)
    .flatMap((property) => property.getValues())
    .map((value) => decodeOnce(String(value).slice(0, contentLimits.line)))
}

/** URL of the event's picture: IMAGE (RFC 7986), or an attachment with an image type. */
export function findPicture(event: ICAL.Component): unknown {
  const attached = event
    .getAllProperties('attach')
    .filter((property) => /^image\//i.test(String(property.getParameter('fmttype'))))
  return [...event.getAllProperties('image'), ...attached]
    .map((property) => property.getFirstValue())
    .find((value) => typeof value === 'string')
}

function readText(component: ICAL.Component, name: string): string {
  return decodeOnce(textOf(component, name))
}
