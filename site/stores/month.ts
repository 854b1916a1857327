import { atom, computed, onMount } from 'nanostores'
import type { EventSummary } from '#domain/event.ts'
import { words } from '#domain/language.ts'
import { addDays, formatDayOfMonth, lastDayOf, toDay, toMonth } from '#domain/pacific.ts'
import type { Answer } from '../lib/api.ts'
import { carry, takeCarried } from '../lib/carried.ts'
import { onLanguageSwitch } from '../lib/language-switch.ts'
import { createReadStore } from './query.ts'
import { $today } from './today.ts'

type Events = Answer<EventSummary[]>

/** The month that a visitor has turned to; undefined for the current one. */
const $turnedTo = atom<string | undefined>()

/** The month that the calendar shows; undefined until today is known. */
export const $month = computed([$turnedTo, $today], (month, today) => month ?? (today && toMonth(today)))

/** The day that a narrow screen's strip was set to; undefined for today. */
const $chosen = atom<string | undefined>()

// A reader who changes the language goes on where they were.
onMount($turnedTo, () => {
  if (import.meta.env.SSR) return undefined
  const carried = takeCarried('calendar') as { month?: string; day?: string } | undefined
  if (carried?.month) $turnedTo.set(carried.month)
  if (carried?.day) $chosen.set(carried.day)
  return onLanguageSwitch((language) =>
    carry('calendar', { month: $turnedTo.get(), day: $chosen.get() }, language),
  )
})

/** Shows another month. */
export function turnTo(month: string): void {
  $turnedTo.set(month)
}

function windowUrl(from: string, to: string): string {
  return `/api/events?from=${from}&to=${to}`
}

const $monthEvents = createReadStore<Events, Error>([
  computed($month, (month) => month && windowUrl(`${month}-01`, lastDayOf(month))),
])

/** The events of the month that is shown, by day. Empty while they are on their way, and where they cannot be read. */
export const $eventsByDay = computed($monthEvents, ({ data }) =>
  Map.groupBy(data?.data ?? [], ({ date }) => toDay(date)),
)

/** The events of today and tomorrow. */
const $nearEvents = createReadStore<Events, Error>([
  computed($today, (today) => today && windowUrl(today, addDays(today, 1))),
])

/** The events of one of the days near today; undefined while they are on their way. */
function dayStore(distance: 0 | 1) {
  return computed([$nearEvents, $today], ({ data, error }, today) => {
    const day = today && addDays(today, distance)
    return { day, error, events: data?.data?.filter(({ date }) => toDay(date) === day) }
  })
}

const $todayEvents = dayStore(0)
export const $tomorrowEvents = dayStore(1)

/** The day whose events are listed first: today, unless another was chosen. Undefined until today is known. */
export const $chosenDay = computed([$chosen, $today], (chosen, today) => chosen ?? today)

/** Lists another day's events, and turns the calendar to its month. */
export function chooseDay(day: string): void {
  $chosen.set(day === $today.get() ? undefined : day)
  turnTo(toMonth(day))
}

/** The events of the chosen day; undefined while they are on their way. */
export const $chosenEvents = computed(
  [$chosen, $todayEvents, $monthEvents, $month],
  (day, today, { data, error }, month) => {
    if (day === undefined) return { ...today, title: words().calendar.today }
    const isLoaded = month === toMonth(day)
    const events = isLoaded ? data?.data?.filter(({ date }) => toDay(date) === day) : undefined
    return { day, events, error: isLoaded ? error : undefined, title: formatDayOfMonth(day) }
  },
)
