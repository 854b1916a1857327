/**
 * An event of the calendar as it stands on the wire: `date` is ISO 8601 in UTC, `url` is http or https, and what the
 * event does not have is null. Topics and types are usually among those below, but a row may carry others: one that was
 * taken off the list, or one inserted with SQL. The spec's own events carry none.
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
}

/** An event as a list of a few days carries it: a list shows no description. */
export type EventSummary = Omit<CalendarEvent, 'description'>

/** The choices of the events screen (spec, section 3), in its order. */
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

/** In UTF-16 code units; browsers and servers take longer ones, people do not send them. */
export const longestAddress = 2_000

/**
 * Whether a text is an address of the web, http or https. Checked where an event's link is stored and again where it is
 * shown. Control characters and halves of surrogate pairs are refused because Postgres cannot store them.
 */
export function isWebAddress(text: string | null): text is string {
  return (
    text !== null &&
    text.length <= longestAddress &&
    /^https?:\/\/[^\s\p{Cc}\p{Cs}/?#]+[^\s\p{Cc}\p{Cs}]*$/iu.test(text) &&
    URL.canParse(text)
  )
}
