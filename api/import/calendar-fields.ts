import { contentLimits } from '#domain/content/content-limits.ts'
import { eventStatuses } from '#domain/events/event.ts'
import type { ImportedFields } from '#domain/import/found.ts'
import { readInstant } from '#domain/events/event-date.ts'
import type { ICAL } from '../feeds/ical.ts'
import { textOf } from './calendar-parts.ts'
import { cleanAddress, cleanLine, cleanLines } from './clean-text.ts'
import { matchCategories } from './match-categories.ts'
import { splitPlace } from './split-place.ts'

type Place = { location?: string | undefined; address?: string | undefined; url?: string }

export function readFields(event: ICAL.Component, calendar: ICAL.Component) {
  const uid = textOf(event, 'uid')
  const lines = textOf(event, 'description').split('\n')
  if (isOwnPage(lines.at(-1), uid)) lines.pop()
  const description = cleanLines(lines.join('\n'))
  const { location, address, url } = readPlace(event)
  const written = cleanAddress(textOf(event, 'url'))
  const link = isOwnPage(written, uid) ? undefined : (written ?? findEventPage(description) ?? url)
  return {
    title: readTitle(event),
    status: readStatus(event, calendar),
    organizers: readOrganizers(event) ?? cleanLine(textOf(calendar, 'x-wr-calname')),
    location,
    address,
    description,
    url: link,
    ...matchCategories(listCategories(event)),
    ...readOwnFields(event),
  }
}

function readPlace(event: ICAL.Component): Place {
  const [place = '', ...street] = textOf(event, 'location').split('\n')
  if (street.length > 0 && cleanLine(place) !== undefined)
    return { location: cleanLine(place, 400), address: cleanLine(street.join(', ')) }
  const text = cleanLine(place, 400)
  const url = cleanAddress(text)
  if (url !== undefined) return { url, location: undefined, address: undefined }
  if (text === undefined) {
    // Visitors cannot do much with coordinates, but they are better than nothing.
    const geo = event.getFirstPropertyValue('geo')
    const [latitude, longitude] = Array.isArray(geo) ? geo.map(Number) : []
    const isPlace = Number.isFinite(latitude) && Number.isFinite(longitude)
    return { location: undefined, address: isPlace ? `${latitude}, ${longitude}` : undefined }
  }
  return splitPlace(text)
}

function readStatus(event: ICAL.Component, calendar: ICAL.Component): ImportedFields['status'] {
  const isCancelled =
    /^cancelled$/i.test(textOf(event, 'status')) || /^cancel$/i.test(textOf(calendar, 'method'))
  return isCancelled ? 'cancelled' : 'scheduled'
}

function readOrganizers(event: ICAL.Component): string | undefined {
  const names = event
    .getAllProperties('organizer')
    .map((organizer) => cleanLine(organizer.getParameter('cn')))
    .filter((name) => name !== undefined && !name.includes('@'))
  const contact = cleanLine(textOf(event, 'contact'))
  return cleanLine(names.join(', ')) ?? (contact?.includes('@') ? undefined : contact)
}

/** Additional fields, in the form in which our own calendar files have them (api/feeds/calendar-file.ts). */
function readOwnFields(event: ICAL.Component): Partial<ImportedFields> {
  const altrep = event.getFirstProperty('contact')?.getParameter('altrep')
  const language = event.getFirstProperty('summary')?.getParameter('language')
  const status = eventStatuses.find((each) => each === textOf(event, 'x-event-status'))
  const found = {
    organizerUrl: cleanAddress(altrep),
    language: cleanLine(language, 20),
    series: cleanLine(textOf(event, 'refid')),
    price: cleanLine(textOf(event, 'x-cost')),
    registrationType: cleanLine(textOf(event, 'x-registration')),
    formerDate: readInstant(textOf(event, 'x-former-start')),
    status,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** The title without a status prefix such as `Cancelled: `. Other programs write one, too. */
function readTitle(event: ICAL.Component): string {
  const isPlain = /^(confirmed)?$/i.test(textOf(event, 'status')) && !event.hasProperty('x-event-status')
  const title = textOf(event, 'summary')
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
    .map((value) => String(value).slice(0, contentLimits.line))
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
