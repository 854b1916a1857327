import { eventLanguages } from '#domain/events/event.ts'
import { readInstant } from '#domain/events/event-date.ts'
import type { ImportedFields } from '#domain/import/found.ts'
import { cleanAddress, cleanLine, cleanLines, splitPlace } from '../clean-text.ts'
import { instantOf, type Zone } from '../found-events.ts'
import { matchCategories, noteLeftOut } from '../match-categories.ts'
import { readPrice } from './price.ts'
import { asThing, first, hasType, listOf, nameOf, nameOfTerm, type Thing } from './things.ts'
import { readTime } from './times.ts'

type Page = {
  /** URL of the page, for resolving relative URLs. */
  address: string | undefined
  fallback: Zone
  hasOneEvent: boolean
  /** The object that a reference by `@id` means. */
  resolve: (value: unknown) => unknown
}

export function readFields(event: Thing, page: Page) {
  const { address: base, resolve } = page
  const organizers = listOf(event['organizer']).map(resolve)
  const { location, address, others } = readLocation(event, resolve)
  const status = statuses.get(nameOfTerm(first(event['eventStatus']))) ?? 'scheduled'
  const former = status === 'rescheduled' && readTime(event['previousStartDate'], page.fallback)
  const price = readPrice(event, resolve)
  const keywords = listKeywords(event)
  const image = resolve(first(event['image']))
  const picture = cleanAddress(asThing(image) ? first(asThing(image)?.['url']) : image, base)
  const fields = {
    title: first(event['name']),
    status,
    formerDate: former ? readInstant(new Date(instantOf(former).utc).toISOString()) : undefined,
    organizers: cleanLine(organizers.flatMap((one) => cleanLine(nameOf(one)) ?? []).join(', ')),
    location,
    address,
    description: cleanLines(first(event['description'])),
    url: readLink(event, base) ?? (page.hasOneEvent ? cleanAddress(base) : undefined),
    organizerUrl: organizers.flatMap((one) => cleanAddress(first(asThing(one)?.['url']), base) ?? [])[0],
    language: readLanguage(first(event['inLanguage'])),
    price: price.price,
    ...matchCategories(keywords),
  }
  return { fields, notes: [...price.notes, ...others, ...noteLeftOut(keywords, picture)] }
}

export function readLink(event: Thing, base: string | undefined): string | undefined {
  return cleanAddress(first(event['url']), base)
}

function readLocation(event: Thing, resolve: Page['resolve']) {
  const places = listOf(event['location']).map(resolve)
  const isOnline = (place: unknown) => hasType(place, /^VirtualLocation$/)
  const [place, ...more] = places.filter((one) => !isOnline(one))
  if (place === undefined) {
    const mode = nameOfTerm(first(event['eventAttendanceMode']))
    const online = places.length > 0 || mode === 'OnlineEventAttendanceMode'
    return { location: online ? 'Online' : undefined, address: undefined, others: [] }
  }
  const names = cleanLine(more.map((one) => readPlace(one, resolve).location ?? '').join('; '), 200)
  return {
    ...readPlace(place, resolve),
    others: names === undefined ? [] : [`It is in other places, too: ${names}.`],
  }
}

function readPlace(place: unknown, resolve: Page['resolve']) {
  if (typeof place === 'string') return splitPlace(cleanLine(place, 400) ?? '')
  const address = cleanLine(describeAddress(resolve(first(asThing(place)?.['address']))))
  const name = cleanLine(nameOf(place))
  const parts = name?.includes(address ?? '') ? [name] : [name ?? [], address ?? []].flat()
  return { location: cleanLine(parts.join(', ')), address }
}

function describeAddress(value: unknown): unknown {
  const address = asThing(value)
  if (!address) return value
  const parts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode']
  return parts
    .map((part) => nameOf(first(address[part])))
    .filter((part) => typeof part === 'string' && part.trim() !== '')
    .join(', ')
}

/** Includes the schema.org type Hackathon, which is also an event type of ours. */
function listKeywords(event: Thing): string[] {
  const words = listOf(event['keywords']).flatMap((word) => String(nameOf(word) ?? '').split(','))
  if (hasType(event, /^Hackathon$/)) words.push('Hackathon')
  return words.map((word) => word.trim()).filter(Boolean)
}

const statuses = new Map<string, ImportedFields['status']>([
  ['EventCancelled', 'cancelled'],
  ['EventPostponed', 'postponed'],
  ['EventRescheduled', 'rescheduled'],
  ['EventMovedOnline', 'online'],
])

function readLanguage(value: unknown): string | undefined {
  const thing = asThing(value)
  const text = String(thing?.['alternateName'] ?? value ?? '').toLowerCase()
  return eventLanguages.find((language) => language !== 'other' && text.split('-')[0] === language)
}
