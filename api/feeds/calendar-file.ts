/** Calendar files: RFC 5545, with names and refresh interval of RFC 7986, `REFID` of RFC 9253. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type CalendarEvent,
  describePlace,
  findAddress,
  findCoordinates,
  isWebAddress,
} from '#domain/events/event.ts'
import { lastDay, nameWithStatus } from '#domain/events/when.ts'
import { currentLanguage, linkTo } from '#domain/language.ts'
import { addDays, formatClock, timeZone, toDay } from '#domain/pacific.ts'
import { ICAL } from './ical.ts'

export type CalendarHead = {
  name: string
  /** Absolute URLs of the file and of the page that shows the same events. */
  source: string
  page: string
}

/** Maximum octets per line (RFC 5545, section 3.1). */
const maxLine = 75

// ical.js does not count the space that a folded line begins with.
ICAL.foldLength = maxLine - 1

/** The writer yields to other requests after this many events. */
const eventsPerTurn = 50

export async function writeCalendar(head: CalendarHead, events: readonly CalendarEvent[], siteUrl: string) {
  const parts = [writeHead(head)]
  for (const [index, event] of events.entries()) {
    if (index % eventsPerTurn === eventsPerTurn - 1) await nextTurn()
    parts.push(writeEvent(event, siteUrl))
  }
  return Buffer.from(`${parts.join('\r\n')}\r\nEND:VCALENDAR\r\n`)
}

function writeHead({ name, source, page }: CalendarHead): string {
  const calendar = new ICAL.Component('vcalendar')
  const add = adderFor(calendar)
  add('version', '2.0')
  add('prodid', '-//founderlist//events//EN')
  add('calscale', 'GREGORIAN')
  add('name', name)
  add('x-wr-calname', name)
  add('x-wr-timezone', timeZone)
  add('source', source, { value: 'uri' })
  add('url', page)
  add('refresh-interval', 'PT1H', { value: 'duration' })
  add('x-published-ttl', 'PT1H')
  return `${calendar.toString().replace(/\r\nEND:VCALENDAR$/, '')}\r\n${pacificZone}`
}

/** The DST rules since 2007. Instants before 2008 are written in UTC. */
const pacificZone = `BEGIN:VTIMEZONE
TZID:${timeZone}
BEGIN:DAYLIGHT
TZOFFSETFROM:-0800
TZOFFSETTO:-0700
TZNAME:PDT
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0700
TZOFFSETTO:-0800
TZNAME:PST
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
END:STANDARD
END:VTIMEZONE`.replaceAll('\n', '\r\n')
const zoneStart = '2008'

/** Cached: an event serializes identically in every file. If one event fails, so does the file. */
function writeEvent(event: CalendarEvent, siteUrl: string): string {
  const key = `${currentLanguage()} ${siteUrl}`
  const known = written.get(event)
  if (known?.key === key) return known.text
  const text = toComponent(event, siteUrl).toString()
  checkEvent(text, event)
  written.set(event, { key, text })
  return text
}

/** Cache. Events in the calendar stay the same objects until they change. */
const written = new WeakMap<CalendarEvent, { key: string; text: string }>()

function toComponent(event: CalendarEvent, siteUrl: string) {
  const { id, date, end, organizers, url, series, language } = event
  const component = new ICAL.Component('vevent')
  const add = adderFor(component)
  const page = siteUrl + linkTo(`/event/${id}`)
  const inLanguage: Record<string, string> =
    language === undefined || language === 'other' ? {} : { language }
  add('uid', id)
  add('dtstamp', toUtc(event.updatedAt))
  add('last-modified', toUtc(event.updatedAt))
  add('sequence', countSeconds(event.updatedAt))
  if (event.allDay) {
    add('dtstart', ICAL.Time.fromDateString(toDay(date)))
    add('dtend', ICAL.Time.fromDateString(addDays(lastDay(event), 1)))
  } else {
    addInstant(component, 'dtstart', date)
    if (end !== undefined) addInstant(component, 'dtend', end)
  }
  add('summary', nameWithStatus(event), inLanguage)
  add('description', [event.description, page].filter(Boolean).join('\n\n'), inLanguage)
  add('location', [describePlace(event), findAddress(event)].filter(Boolean).join('\n'))
  const coordinates = findCoordinates(event)
  if (coordinates) component.addPropertyWithValue('geo', [coordinates.latitude, coordinates.longitude])
  add('status', unconfirmed[event.status ?? ''] ?? 'CONFIRMED')
  if (event.status) add('x-event-status', event.status)
  if (event.formerDate) add('x-former-start', event.formerDate)
  add('url', new URL(isWebAddress(url) ? url : page).href)
  if (event.image) add('image', siteUrl + event.image.url, { value: 'uri', display: 'BADGE' })
  const { organizerUrl = null } = event
  add('contact', organizers, isWebAddress(organizerUrl) ? { altrep: new URL(organizerUrl).href } : {})
  for (const labels of [event.topics, event.types]) if (labels.length > 0) add('categories', labels)
  if (series) add('refid', series)
  if (event.price) add('x-cost', event.price)
  if (event.registrationType) add('x-registration', event.registrationType)
  return component
}

const unconfirmed: Record<string, string> = { cancelled: 'CANCELLED', postponed: 'TENTATIVE' }

function adderFor(component: InstanceType<typeof ICAL.Component>) {
  return (
    name: string,
    value: string | string[] | number | InstanceType<typeof ICAL.Time>,
    parameters: Record<string, string> = {},
  ) => {
    const property = new ICAL.Property(name, component)
    const { value: type, ...others } = parameters
    for (const [key, text] of Object.entries(others)) property.setParameter(key, text)
    if (type !== undefined) property.resetType(type)
    if (Array.isArray(value)) property.setValues(value.map(cleanText))
    else property.setValue(typeof value === 'string' ? cleanText(value) : value)
    component.addProperty(property)
  }
}

/** In Pacific time. In UTC if the local time is ambiguous, since programs differ on it, or before `zoneStart`. */
function addInstant(component: InstanceType<typeof ICAL.Component>, name: string, instant: string): void {
  const whole = `${instant.slice(0, 19)}Z`
  const day = toDay(whole)
  const clock = formatClock(whole)
  const hour = 3_600_000
  const isTwice = [-hour, hour].some((later) => formatClock(new Date(Date.parse(whole) + later)) === clock)
  if (isTwice || day < zoneStart) component.addPropertyWithValue(name, toUtc(whole))
  else {
    const local = ICAL.Time.fromDateTimeString(`${day}T${clock}`)
    component.addPropertyWithValue(name, local).setParameter('tzid', timeZone)
  }
}

function toUtc(instant: string) {
  return ICAL.Time.fromDateTimeString(`${instant.slice(0, 19)}Z`)
}

/** For SEQUENCE: grows with every change, and fits into 31 bits until 2092. */
function countSeconds(instant: string): number {
  return Math.max(0, Math.floor((Date.parse(instant) - Date.parse('2024-01-01T00:00:00Z')) / 1_000))
}

/** Normalizes line ends and removes control characters, which the format does not allow. */
function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
}

/** Parses the text as a subscriber's program would. Throws if it is not exactly this event. */
function checkEvent(text: string, event: CalendarEvent): void {
  const component = ICAL.Component.fromString(text)
  const longest = Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))
  const isWhole =
    component.name === 'vevent' &&
    component.getAllSubcomponents().length === 0 &&
    component.getFirstPropertyValue('uid') === event.id &&
    component.getFirstPropertyValue('summary') === cleanText(nameWithStatus(event))
  if (!isWhole || longest > maxLine)
    throw new Error(`The event ${event.id} cannot be written as a calendar file`)
}
