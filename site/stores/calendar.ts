import { atom, computed, onMount } from 'nanostores'
import { type DaySummaries, type DaySummary, noEvents, summarizeDays } from '#domain/events/event-days.ts'
import type { EventSummary } from '#domain/events/event.ts'
import { addDays, lastDayOf, toMonth } from '#domain/pacific.ts'
import type { HomeView } from '#domain/pages/page-view.ts'
import { read } from '../lib/api.ts'
import { handOver, onLanguageSwitch, takeHandoff } from '../lib/language-switch.ts'
import { $today } from './today.ts'

/** `events` is undefined while they are loading. */
export type DayList = { day: string; events?: DaySummary | undefined; fault?: string | undefined }

export type CalendarState = {
  today: string
  month: string
  days: DaySummaries
  ofToday: DayList
  ofTomorrow: DayList
}

/** The month that the reader turned to. Undefined: the current month. */
const $turnedTo = atom<string | undefined>()

/** Empty while loading. */
type Answer = { days?: DaySummaries; fault?: string }
const $answers = atom<ReadonlyMap<string, Answer>>(new Map())

type Window = { from: string; to: string }

const addressOf = ({ from, to }: Window) => `/api/events?from=${from}&to=${to}`
const windowOfMonth = (month: string): Window => ({ from: `${month}-01`, to: lastDayOf(month) })
/** The days that a narrow screen's strip shows. */
const windowNear = (today: string): Window => ({ from: today, to: addDays(today, 6) })

/** Undefined until today is known. */
export const $calendar = computed(
  [$today, $turnedTo, $answers],
  (today, turnedTo, answers): CalendarState | undefined => {
    if (today === undefined) return undefined
    const month = turnedTo ?? toMonth(today)
    const [ofMonth, near] = [windowOfMonth(month), windowNear(today)].map((window) =>
      answers.get(addressOf(window)),
    )
    const list = (day: string): DayList => ({
      day,
      events: near?.days && (near.days[day] ?? noEvents),
      fault: near?.fault,
    })
    return {
      today,
      month,
      days: { ...near?.days, ...ofMonth?.days },
      ofToday: list(today),
      ofTomorrow: list(addDays(today, 1)),
    }
  },
)

onMount($calendar, () => {
  if (import.meta.env.SSR) return undefined
  // A language switch keeps the month.
  const carried = takeHandoff('calendar') as { month?: string } | undefined
  if (carried?.month) $turnedTo.set(carried.month)
  const endings = [
    onLanguageSwitch((language) => handOver('calendar', { month: $turnedTo.get() }, language)),
    computed([$today, $turnedTo], (today, turnedTo) => ({ today, turnedTo })).subscribe(
      ({ today, turnedTo }) => {
        if (today === undefined) return
        void load(windowOfMonth(turnedTo ?? toMonth(today)))
        void load(windowNear(today))
      },
    ),
  ]
  return () => endings.forEach((end) => end())
})

/** Loads each window once: neither an answer nor an error becomes stale (spec, section 7). */
async function load(window: Window): Promise<void> {
  const address = addressOf(window)
  if ($answers.get().has(address)) return
  keep(address, {})
  try {
    const { data } = await read<EventSummary[]>(address)
    keep(address, { days: summarizeDays(data ?? [], window) })
  } catch (error) {
    keep(address, { fault: (error as Error).message })
  }
}

function keep(address: string, answer: Answer): void {
  $answers.set(new Map($answers.get()).set(address, answer))
}

export function showView({ today, month, days, fault }: HomeView): CalendarState {
  const list = (listed: string) => ({ day: listed, events: days && (days[listed] ?? noEvents), fault })
  return { today, month, days: days ?? {}, ofToday: list(today), ofTomorrow: list(addDays(today, 1)) }
}

/** Stores the days that came with the page, so that they are not fetched again. */
export function beginWith({ today, month, days }: HomeView): void {
  // On the server, all pages share the stores.
  if (import.meta.env.SSR) return
  if (days) {
    for (const window of [windowOfMonth(month), windowNear(today)]) keep(addressOf(window), { days })
  }
  if (month !== toMonth(today)) $turnedTo.set(month)
}

export function turnTo(month: string): void {
  $turnedTo.set(month)
}
