import { atom, computed, onMount } from 'nanostores'
import { type DaySummaries, noEvents, summarizeDays } from '#domain/events/event-days.ts'
import type { EventSummary } from '#domain/events/event.ts'
import { addDays, lastDayOf, toMonth } from '#domain/pacific.ts'
import type { HomeView } from '#domain/pages/page-view.ts'
import { read } from '../lib/api.ts'
import { $today } from './today.ts'

/** The month that the reader chose. Undefined: the current month. */
const $chosenMonth = atom<string | undefined>()

/** Empty while loading. */
type Answer = { days?: DaySummaries; fault?: string }
const $answers = atom<ReadonlyMap<string, Answer>>(new Map())

type DateRange = { from: string; to: string }

const addressOf = ({ from, to }: DateRange) => `/api/events?from=${from}&to=${to}`
const rangeOfMonth = (month: string): DateRange => ({ from: `${month}-01`, to: lastDayOf(month) })
/** The days that a narrow screen's strip shows. */
const rangeOfWeek = (today: string): DateRange => ({ from: today, to: addDays(today, 6) })

const $shown = computed([$today, $chosenMonth], (today, chosenMonth) => {
  if (today === undefined) return undefined
  const month = chosenMonth ?? toMonth(today)
  return { today, month, ranges: [rangeOfMonth(month), rangeOfWeek(today)] }
})

/** Undefined until today is known. */
export const $calendar = computed([$shown, $answers], (shown, answers) => {
  if (shown === undefined) return undefined
  const { today, month, ranges } = shown
  const [ofMonth, ofWeek] = ranges.map((range) => answers.get(addressOf(range)))
  const fault = ofWeek?.fault ?? ofMonth?.fault
  const state = toCalendarState({ today, month, days: ofWeek?.days, fault })
  return { ...state, days: { ...state.days, ...ofMonth?.days } }
})

onMount($calendar, () => {
  if (import.meta.env.SSR) return undefined
  return $shown.subscribe(loadRanges)
})

function loadRanges(shown = $shown.get()): void {
  for (const range of shown?.ranges ?? []) void load(range)
}

export function retryCalendar(): void {
  $answers.set(new Map([...$answers.get()].filter(([, { fault }]) => fault === undefined)))
  loadRanges()
}

/** Loads each range once: neither an answer nor an error becomes stale (spec, section 7). */
async function load(range: DateRange): Promise<void> {
  const address = addressOf(range)
  if ($answers.get().has(address)) return
  saveAnswer(address, {})
  try {
    const { data } = await read<EventSummary[]>(address)
    saveAnswer(address, { days: summarizeDays(data ?? [], range) })
  } catch (error) {
    saveAnswer(address, { fault: (error as Error).message })
  }
}

function saveAnswer(address: string, answer: Answer): void {
  $answers.set(new Map($answers.get()).set(address, answer))
}

/** `days`: at least today and the six days after it; undefined while they are loading. `fault`: why they could not be read. */
export function toCalendarState(view: Pick<HomeView, 'today' | 'month' | 'days' | 'fault'>) {
  const { today, month, days, fault } = view
  const list = (listed: string) => ({ day: listed, events: days && (days[listed] ?? noEvents) })
  return { today, month, days: days ?? {}, ofToday: list(today), ofTomorrow: list(addDays(today, 1)), fault }
}

/** Stores the days that came with the page, so that they are not fetched again. */
export function seedFromView({ today, month, days }: HomeView): void {
  // On the server, all pages share the stores.
  if (import.meta.env.SSR) return
  if (days) {
    for (const range of [rangeOfMonth(month), rangeOfWeek(today)]) saveAnswer(addressOf(range), { days })
  }
  if (month !== toMonth(today)) $chosenMonth.set(month)
}

export function showMonth(month: string): void {
  $chosenMonth.set(month)
}
