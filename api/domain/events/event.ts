import type * as z from 'zod/mini'
import type * as schemas from '#domain/events/event-schema.ts'
import { messages } from '#domain/language.ts'

/**
 * An event as the API sends it: `date` is ISO 8601 in UTC, `url` is http or https. Topics and types need not be in the
 * lists below; the spec's own events have none.
 */
export type CalendarEvent = z.infer<typeof schemas.calendarEventSchema>

/** All fields are absent for an event without a known end that is not all-day and takes place as planned. */
export type EventState = z.infer<typeof schemas.eventStateSchema>

/** For the event's own page and its feeds. */
export type EventDetails = z.infer<typeof schemas.eventDetailsSchema>
export type EventImage = z.infer<typeof schemas.eventImageSchema>
type Coordinates = z.infer<typeof schemas.coordinatesSchema>

export const eventStatuses = ['cancelled', 'postponed', 'rescheduled', 'online'] as const
export type EventStatus = (typeof eventStatuses)[number]

export const eventLanguages = ['en', 'es', 'fr', 'zh', 'other'] as const

export type EventSummary = z.infer<typeof schemas.eventSummarySchema>

/** `day` is its Pacific day, `YYYY-MM-DD`. */
export type ListedEvent = EventSummary & { day: string }

/** The filter options of the events page (spec, section 3), in the order of the spec. */
export const venues = ['Frontier Tower', 'SHACK15', 'Zo House', 'Homebrew', 'Founders Inc', 'Other'] as const

export const topics = [
  'Defense',
  'Fintech',
  'Climate',
  'AR / VR',
  'Engineering',
  'Cybersecurity',
  'Hardware',
  'GTM',
  'Women-focused',
  'B2B',
  'Gaming',
  'AI',
  'Deep Tech',
  'Creators',
  'Crypto / Web3',
  'International / Expansion',
  'Fundraising / Investing',
  'B2C / Consumer',
  'Media / Entertainment',
  'SaaS',
  'Healthcare / Healthtech',
  'HR / Hiring',
  'Infrastructure',
  'Other',
] as const

export const neighborhoods = [
  'SOMA',
  'Downtown (SF)',
  'FiDi (SF)',
  'Mission',
  'Embarcadero',
  'Union Square (SF)',
  'Marina',
  'Palo Alto',
  'Virtual (SF)',
  'Jackson Square',
  'Mission Bay',
  'Hayes Valley',
  'North Beach',
  'Dogpatch',
  'San Mateo',
  'South Beach',
  'East Bay',
  'Pacific Heights',
  'Presidio Heights',
  'Chinatown',
  'Stanford',
  'Potrero Hill',
  'Civic Center',
  'Salesforce Park',
  'Golden Gate Park',
  'Castro',
  'Ocean Beach',
  'Nob Hill',
  'Russian Hill',
  'Mountain View',
  'Lower Nob Hill',
  'Hillsborough',
  'Haight Ashbury',
  'Design District',
  'Cow Hollow',
  'Lower Haight',
  'Rincon Hill',
  'Duboce Triangle',
  'Alamo Square',
  'Sunset',
  "Fisherman's Wharf",
  'Other',
] as const

export const eventTypes = [
  'Breakfast / Brunch / Lunch',
  'Matchmaking',
  'Breakfast, Brunch or Lunch',
  'Pitch Event / Demo Day',
  'Dinner',
  'Networking',
  'Hackathon',
  'Happy Hour',
  'Roundtable / Workshop',
  'Experiential',
  'Match making e.g. co-founder speed dating',
  'Panel / Fireside Chat',
] as const

export function describePlace({ location, venue }: Pick<CalendarEvent, 'location' | 'venue'>): string {
  if (!venue || location.toLowerCase().includes(venue.name.toLowerCase())) return location
  return `${venue.name}, ${location}`
}

type Place = Pick<CalendarEvent, 'location' | 'venue' | 'address'>

export function findAddress({ address, venue }: Place): string | undefined {
  return address ?? venue?.address
}

export function findCoordinates({ address, venue }: Place): Coordinates | undefined {
  return address === undefined ? venue?.coordinates : undefined
}

export function describeWholePlace(event: Place): string {
  return [describePlace(event), findAddress(event)].filter(Boolean).join(', ')
}

export function toMapAddress({ latitude, longitude }: Coordinates): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}

export function areCoordinates({ latitude, longitude }: Coordinates): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}

/** In UTF-16 code units. */
const maxAddress = 2_000

/**
 * Whether a text is an http or https URL without control characters and lone surrogates, which Postgres cannot store, and
 * without a user before its host, as in https://known.example@other.example.
 */
export function isWebAddress(text: string | null): text is string {
  return (
    text !== null &&
    text.length <= maxAddress &&
    /^https?:\/\/[^\s\p{Cc}\p{Cs}/?#@]+([/?#][^\s\p{Cc}\p{Cs}]*)?$/iu.test(text) &&
    URL.canParse(text)
  )
}

/** A topic or type in the language of the page. */
export function nameLabel(label: string): string {
  const { topics: names } = messages()
  return Object.hasOwn(names, label) ? (names[label] ?? label) : label
}

/** `AI · Deep Tech` */
export function nameLabels(labels: readonly string[]): string {
  return labels.map(nameLabel).join(' · ')
}
