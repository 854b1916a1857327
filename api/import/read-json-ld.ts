import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5'
import { eventLanguages } from '#domain/events/event.ts'
import { readInstant } from '#domain/events/event-date.ts'
import { type Found, importLimits } from '#domain/import/found.ts'
import { readLocal } from '#domain/import/read-dates.ts'
import { cleanAddress, cleanLine, cleanLines } from './clean-text.ts'
import {
  createCollector,
  fallbackZone,
  instantOf,
  type ReadOptions,
  type WrittenTime,
} from './found-events.ts'
import { ImportError } from './import-error.ts'
import { matchCategories, noteLeftOut } from './match-categories.ts'
import { splitPlace } from './split-place.ts'

type Thing = Record<string, unknown>

/** Reads a page with schema.org’s JSON-LD, or JSON-LD alone. Throws ImportError if there is no event. */
export function readJsonLd(text: string, options: ReadOptions): Found {
  const collector = createCollector(options, 'page')
  const fallback = fallbackZone(options)
  const { scripts, title } = /^\s*[[{]/.test(text) ? { scripts: [text], title: undefined } : readPage(text)
  const roots: unknown[] = []
  for (const script of scripts) {
    try {
      roots.push(
        JSON.parse(script, (_, value: unknown) =>
          typeof value === 'string' ? decodeEntities(value) : value,
        ),
      )
    } catch {
      collector.addProblem('A part of the page’s JSON-LD is not valid JSON')
      // Its events are not gone. Many pages write `/` as `\/`.
      for (const [, key = '', uid = ''] of script.matchAll(/"(@id|url)"\s*:\s*"([^"]*)"/g))
        collector.leaveOut(findUid({ [key]: uid.replaceAll('\\/', '/') }))
    }
  }
  const things = listThings(roots)
  const byId = new Map<unknown, Thing>()
  for (const thing of things)
    if (typeof thing['@id'] === 'string' && Object.keys(thing).length > 1) byId.set(thing['@id'], thing)
  const all = things.filter(isEvent)
  const events = all.filter((thing) => thing['startDate'] !== undefined)
  if (events.length === 0)
    throw new ImportError(
      scripts.length === 0
        ? 'This is a web page without events in JSON-LD: look for the address of its calendar (.ics)'
        : 'The JSON-LD of this page has no events: look for the address of its calendar (.ics)',
    )

  const seen = new Set<string>()
  for (const event of events) {
    const name = cleanLine(first(event['name'])) ?? 'An event without a name'
    const start = readTime(first(event['startDate']))
    if (!start) {
      collector.addProblem(
        `“${name}” cannot be read: its startDate is not a valid date`,
        findUid(event) ?? name,
      )
      continue
    }
    const uid = findUid(event) ?? `${name} ${first(event['startDate'])}`
    const key = `${uid} ${instantOf(start).utc} ${name}`
    // Pages often contain the same event twice.
    if (seen.has(key)) continue
    seen.add(key)
    const end = readTime(first(event['endDate']))
    const isSameKind = end !== undefined && end.isDay === start.isDay
    collector.add({
      uid,
      start,
      end: isSameKind ? end : undefined,
      fields: readFields(event),
      notes: noteLeftOut(listKeywords(event), findPicture(event)),
    })
  }
  for (const name of namesWithoutStart())
    collector.addProblem(`“${name}” cannot be read: it has no startDate`)
  for (const thing of all)
    if (thing['startDate'] === undefined)
      collector.leaveOut(findUid(thing) ?? cleanLine(first(thing['name'])))
  return collector.finish(title)

  function findUid(event: Thing): string | undefined {
    return cleanLine(event['@id']) ?? readLink(event)
  }

  function readLink(event: Thing): string | undefined {
    return cleanAddress(first(event['url']), options.address)
  }

  /** Skips events that another event only mentions, such as its superEvent. */
  function namesWithoutStart(): Set<string> {
    const mentioned = new Set(
      events.flatMap((event) => [event['@id'], ...Object.values(event).flatMap(listOf)]),
    )
    const others = all.filter((thing) => thing['startDate'] === undefined)
    const named = others.filter((thing) => !mentioned.has(thing) && !mentioned.has(thing['@id'] ?? thing))
    return new Set(named.flatMap((thing) => cleanLine(first(thing['name'])) ?? []))
  }

  function resolve(value: unknown): unknown {
    const thing = asThing(value)
    return (thing && Object.keys(thing).length === 1 && byId.get(thing['@id'])) || value
  }

  function readFields(event: Thing) {
    const organizers = listOf(event['organizer']).map(resolve)
    const { location, address } = readLocation(event)
    const former = readTime(first(event['previousStartDate']))
    const status = readStatus(first(event['eventStatus']))
    return {
      title: first(event['name']),
      status,
      formerDate:
        status === 'rescheduled' && former
          ? readInstant(new Date(instantOf(former).utc).toISOString())
          : undefined,
      organizers: cleanLine(
        organizers
          .map((one) => cleanLine(nameOf(one)) ?? '')
          .filter(Boolean)
          .join(', '),
      ),
      location,
      address,
      description: cleanLines(first(event['description'])),
      url:
        readLink(event) ??
        (options.address !== undefined && events.length === 1 ? cleanAddress(options.address) : undefined),
      organizerUrl: organizers
        .map((one) => cleanAddress(asThing(one)?.['url'], options.address))
        .find((one) => one !== undefined),
      language: readLanguage(first(event['inLanguage'])),
      price: readPrice(event),
      ...matchCategories(listKeywords(event)),
    }
  }

  function findPicture(event: Thing): unknown {
    const image = resolve(first(event['image']))
    return cleanAddress(asThing(image) ? first(asThing(image)?.['url']) : image, options.address)
  }

  function readLocation(event: Thing) {
    const places = listOf(event['location']).map(resolve)
    const isOnline = (place: unknown) => asThing(place)?.['@type'] === 'VirtualLocation'
    const place = places.find((one) => !isOnline(one))
    if (place === undefined) {
      const mode = String(first(event['eventAttendanceMode']) ?? '')
      const online = places.length > 0 || mode.endsWith('OnlineEventAttendanceMode')
      return { location: online ? 'Online' : undefined, address: undefined }
    }
    if (typeof place === 'string') return splitPlace(cleanLine(place, 400) ?? '')
    const address = cleanLine(describeAddress(resolve(asThing(place)?.['address'])))
    const name = cleanLine(nameOf(place))
    const line =
      name !== undefined && address !== undefined && !name.includes(address)
        ? `${name}, ${address}`
        : (name ?? address)
    return { location: cleanLine(line), address }
  }

  function readTime(value: unknown): WrittenTime | undefined {
    const [, year, month, day, hour, minute, second, offset] =
      /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.:]\d+)?)?\s*(Z|[+-]\d{2}:?(?:\d{2})?)?)?\s*$/i.exec(
        String(value ?? ''),
      ) ?? []
    if (year === undefined) return undefined
    const local = readLocal([year, month, day, hour ?? 0, minute ?? 0, second ?? 0].map(Number))
    if (local === undefined) return undefined
    if (hour === undefined) return { local, isDay: true, ...fallback }
    if (offset === undefined) return { local, isDay: false, ...fallback }
    return { local: local - offsetMilliseconds(offset), isDay: false, zone: 'UTC', zoneFrom: 'event' }
  }
}

/** Parses `Z`, `-08:00`, `-0800` or `-08`. */
export function offsetMilliseconds(text: string): number {
  const [, sign, hours, minutes = 0] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Far beyond pages that people read. A hostile one of 5 MB has a million, which take half a gigabyte to parse. */
const [mostElements, mostDepth] = [200_000, 5_000]

/** Throws ImportError if there are too many elements, or if they are nested too deeply. */
function parsePage(html: string): DefaultTreeAdapterTypes.Document {
  let [elements, depth] = [0, 0]
  const treeAdapter: TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement: (...words) => {
      elements += 1
      if (elements > mostElements) throw new ImportError('This page has too many elements')
      return defaultTreeAdapter.createElement(...words)
    },
    onItemPush: () => {
      depth += 1
      if (depth > mostDepth) throw new ImportError('The elements of this page are nested too deeply')
    },
    onItemPop: () => void (depth -= 1),
  }
  return parse(html, { treeAdapter })
}

function readPage(html: string): { scripts: string[]; title: string | undefined } {
  const scripts: string[] = []
  let title: string | undefined
  const open: DefaultTreeAdapterTypes.ChildNode[] = [...parsePage(html).childNodes]
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('childNodes' in node)) continue
    const text = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
    if (node.nodeName === 'title') title = cleanLine(text, 100)
    if (node.nodeName === 'script' && node.attrs.some(isJsonLd)) scripts.push(text)
    for (const child of node.childNodes) open.push(child)
  }
  return { scripts: scripts.toReversed(), title }
}

function isJsonLd({ name, value }: { name: string; value: string }): boolean {
  return name === 'type' && /^\s*application\/ld\+json\s*(?:;|$)/i.test(value)
}

/** Some pages escape the texts of their JSON-LD as if they were HTML. */
function decodeEntities(text: string): string {
  return /&(?:#\w+|[a-z]+);/i.test(text)
    ? text.replace(/&(?:#(x?)([\da-f]{1,6})|([a-z]{2,6}));/gi, decodeEntity)
    : text
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodeEntity(entity: string, isHex: string, digits: string | undefined, name: string): string {
  if (digits === undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? entity) : entity
  const code = Number.parseInt(digits, isHex === '' ? 10 : 16)
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity
}

/** All objects, at any depth. Not recursive: they may be nested deeply. */
function listThings(roots: unknown[]): Thing[] {
  const things: Thing[] = []
  const open = roots.toReversed()
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) things.push(value as Thing)
    if (things.length > importLimits.entries * 10)
      throw new ImportError('The JSON-LD of this page is too large')
    const children = Object.values(value) as unknown[]
    for (let at = children.length - 1; at >= 0; at -= 1) open.push(children[at])
  }
  return things
}

/** Includes the schema.org type Hackathon, which is also an event type of ours. */
function listKeywords(event: Thing): string[] {
  const words = listOf(event['keywords']).flatMap((word) => String(nameOf(word) ?? '').split(','))
  const types = listOf(event['@type']).map((type) => String(type).replace(/^.*[/:]/, ''))
  return [...words, ...types.filter((type) => type === 'Hackathon')]
    .map((word) => word.trim())
    .filter(Boolean)
}

/** schema.org’s Event and its subtypes, but not EventSeries, which has several dates. */
function isEvent(thing: Thing): boolean {
  return listOf(thing['@type']).some((type) =>
    /(?:^|[/:])(?:[A-Z]\w*)?(?:Event|Festival|Hackathon|CourseInstance)$/.test(String(type)),
  )
}

function asThing(value: unknown): Thing | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Thing) : undefined
}

function listOf(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value.slice(0, 50) : [value]
}

function first(value: unknown): unknown {
  const [one] = listOf(value)
  return asThing(one)?.['@value'] ?? one
}

function nameOf(value: unknown): unknown {
  const thing = asThing(value)
  return thing ? first(thing['name']) : value
}

function describeAddress(value: unknown): unknown {
  const address = asThing(value)
  if (!address) return value
  const parts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode']
  return parts
    .map((part) => first(address[part]))
    .filter((part) => typeof part === 'string' && part.trim() !== '')
    .join(', ')
}

function readStatus(value: unknown) {
  const statuses = {
    EventCancelled: 'cancelled',
    EventPostponed: 'postponed',
    EventRescheduled: 'rescheduled',
    EventMovedOnline: 'online',
  } as const
  const name = String(value ?? '').replace(/^.*[/:]/, '')
  return Object.hasOwn(statuses, name) ? statuses[name as keyof typeof statuses] : ('scheduled' as const)
}

function readLanguage(value: unknown): string | undefined {
  const thing = asThing(value)
  const text = String(thing?.['alternateName'] ?? value ?? '').toLowerCase()
  return eventLanguages.find((language) => language !== 'other' && text.split('-')[0] === language)
}

const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' }

function readPrice(event: Thing): string | undefined {
  const [offer] = listOf(event['offers']).map(asThing)
  const isFree = event['isAccessibleForFree']
  if (isFree === true || /^true$/i.test(String(isFree))) return 'Free'
  if (!offer) return undefined
  const [low, high] = [offer['lowPrice'] ?? offer['price'], offer['highPrice'] ?? offer['price']].map(
    (price) => (price === undefined || price === null || price === '' ? Number.NaN : Number(price)),
  ) as [number, number]
  if (!Number.isFinite(low) || !Number.isFinite(high) || low < 0) return undefined
  if (low === 0 && high === 0) return 'Free'
  const currency = cleanLine(offer['priceCurrency'], 3)?.toUpperCase() ?? 'USD'
  const amount = low === high ? format(low) : `${format(low)}-${format(high)}`
  return Object.hasOwn(signs, currency) ? `${signs[currency]}${amount}` : `${amount} ${currency}`
}

function format(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}
