import {
  type CalendarEvent,
  eventStatuses,
  eventTypes,
  neighborhoods,
  topics,
  venues,
} from '#domain/events/event.ts'
import { addDays, startOfDay } from '#domain/pacific.ts'

/** `venueId` is the id of a venue in the seed content (studio/seed). */
export type NewEvent = Omit<CalendarEvent, 'id' | 'updatedAt'> & { venueId: string }

const kinds = [
  ['Founders breakfast', 'Coffee, bread and no pitches before the second cup.'],
  ['Demo night', 'Six teams, three minutes each, questions from the room.'],
  ['Pitch practice', 'Bring the deck you are ashamed of. Two minutes of pitch, three of questions.'],
  ['Hack evening', 'Start something at six, show it at ten.'],
  ['Office hours with investors', 'Fifteen minutes each, by the clock.'],
  ['Panel on the first ten customers', 'Four founders who found them, one who did not.'],
  ['Cofounder matching', 'Ten short conversations and a long dinner.'],
  ['Happy hour', 'Nobody is on a stage.'],
  ['Workshop on fundraising', 'Term sheets read aloud, line by line.'],
  ['Walk and talk', 'Five miles, one hill, many ideas.'],
] as const

const prices = ['free', '$10', '$25 at the door', null]
const registrations = ['open', 'by approval', null]
const hours = [8, 12, 17, 18, 19]

const marked = 'This is an example: it does not take place.'

/** Deterministic: the same day gives the same events. */
function pick<Value>(values: readonly Value[], number: number): Value {
  return values[number % values.length] as Value
}

/** About 130 events from two weeks before `today` to five weeks after it, marked as examples. */
export function makeExampleEvents(today: string): NewEvent[] {
  const events: NewEvent[] = []
  for (let distance = -14; distance <= 35; distance += 1) {
    const day = addDays(today, distance)
    const count = distance === 0 ? 5 : distance === 1 ? 2 : ([3, 0, 2, 4, 1, 3, 2][(distance + 14) % 7] ?? 0)
    for (let index = 0; index < count; index += 1) events.push(makeEvent(day, events.length, index))
  }
  return [
    ...events,
    ...[-1, 9].map((distance, index) => makeHackathon(addDays(today, distance), index)),
    ...[-4, 3, 10, 17].map((distance) => makeCoffee(addDays(today, distance))),
  ]
}

/** One date of a weekly series. */
function makeCoffee(day: string): NewEvent {
  const description = `An hour over coffee, every week at the same table.\n\n${marked}`
  return { ...makeEvent(day, 0, 0), title: 'Founders coffee', series: 'Founders coffee', description }
}

/** Lasts three days, so that yesterday's is still running. */
function makeHackathon(day: string, index: number): NewEvent {
  const number = index * 2
  const { topics: _, ...event } = makeEvent(day, number, 0)
  return {
    ...event,
    title: `Hackathon weekend ${index + 1}`,
    date: new Date(startOfDay(day).getTime() + 18 * 3_600_000).toISOString(),
    end: new Date(startOfDay(addDays(day, 2)).getTime() + 17 * 3_600_000).toISOString(),
    description: 'Teams form on the first evening and show what they made on the third.\n\n' + marked,
    topics: ['Engineering'],
    types: ['Hackathon'],
  }
}

function makeEvent(day: string, number: number, index: number): NewEvent {
  const [kind, text] = pick(kinds, number * 7)
  const venue = pick(venues.slice(0, -1), number)
  const place = `${venue}, ${pick(neighborhoods.slice(0, -1), number * 5)}`
  // Half of them have no topic or type.
  const isLabelled = number % 2 === 0
  const start = startOfDay(day).getTime() + pick(hours, number + index) * 3_600_000
  return {
    title: `${kind} ${number + 1}`,
    date: new Date(start).toISOString(),
    organizers: number % 3 === 0 ? 'the founders community, Example Ventures' : 'the founders community',
    location: place,
    venueId: `venue-${venue.toLowerCase().replaceAll(' ', '-')}`,
    description: `${text}\n\n${marked}`,
    url: number % 4 === 3 ? null : `https://example.org/events/${number + 1}`,
    price: pick(prices, number),
    registrationType: pick(registrations, number),
    topics: isLabelled ? [pick(topics, number * 3), pick(topics, number * 3 + 1)] : [],
    types: isLabelled ? [pick(eventTypes, number)] : [],
    ...(number % 3 === 0 && { end: new Date(start + 2 * 3_600_000).toISOString() }),
    ...(number % 17 === 5 && { status: pick(eventStatuses, number) }),
  }
}
