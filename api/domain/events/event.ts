import { messages } from '#domain/language.ts'

/**
 * An event as the API sends it: `date` is ISO 8601 in UTC, `url` is http or https. Topics and types may also be texts
 * that are not in the lists below, and the spec's own events have none.
 */
export type CalendarEvent = {
  id: string
  title: string
  date: string
  organizers: string
  location: string
  description: string | null
  url: string | null
  price: string | null
  registrationType: string | null
  topics: string[]
  types: string[]
} & EventState &
  EventDetails

/** Absent where an event has no known end, takes place at a time of the day, and as it was planned. */
export type EventState = {
  /** ISO 8601 in UTC, after `date`. Of an event that takes whole days: any time of the last one. */
  end?: string
  allDay?: true
  status?: EventStatus
  /** When a rescheduled event would have been, ISO 8601 in UTC. */
  formerDate?: string
}

/** For the event's own page and its feeds. */
export type EventDetails = {
  /** Street and city. */
  address?: string
  /** http or https. */
  organizerUrl?: string
  /** Events with the same text belong together. */
  series?: string
  /** In which it is held, BCP 47. */
  language?: string
  /** ISO 8601 in UTC. */
  updatedAt: string
}

/** What has become of an event that does not take place as it was planned. */
export const eventStatuses = ['cancelled', 'postponed', 'rescheduled', 'online'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** In which events are held. */
export const eventLanguages = ['en', 'es', 'fr', 'zh', 'other'] as const

export type EventSummary = Omit<CalendarEvent, 'description' | keyof EventDetails>

export function summarizeEvent({
  description: _,
  address: __,
  organizerUrl: ___,
  series: ____,
  language: _____,
  updatedAt: ______,
  ...summary
}: CalendarEvent): EventSummary {
  return summary
}

/** `day` is its Pacific day, `YYYY-MM-DD`. */
export type ListedEvent = EventSummary & { day: string }

/** The filters of the events screen (spec, section 3), in its order. */
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

/** In UTF-16 code units. */
const longestAddress = 2_000

/** Whether a text is an http or https URL without control characters and lone surrogates, which Postgres cannot store. */
export function isWebAddress(text: string | null): text is string {
  return (
    text !== null &&
    text.length <= longestAddress &&
    /^https?:\/\/[^\s\p{Cc}\p{Cs}/?#]+[^\s\p{Cc}\p{Cs}]*$/iu.test(text) &&
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
