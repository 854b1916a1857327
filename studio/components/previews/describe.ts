import { readInstant } from '#domain/events/event-date.ts'
import { writeDate } from '#domain/events/typed-date.ts'

type Event = { date?: string; allDay?: boolean; location?: string; organizers?: string; status?: string }
type Money = { price?: number; currency?: string; period?: string }
type Cities = { citiesFrom?: number; citiesTo?: number }
type Figure = { from?: number; to?: number; orMore?: boolean; unit?: string; note?: string }

/** `Nov 24, 2026, 6:00 PM · Frontier Tower, SOMA`, Pacific time. A date that cannot be read stays as it is. */
export function describeEvent({
  date = 'No date yet',
  allDay = false,
  location,
  organizers,
  status,
}: Event): string {
  const instant = readInstant(date)
  const when = instant === undefined ? date : writeDate(instant, allDay)
  const state = status === 'scheduled' ? undefined : status?.toUpperCase()
  return [state, when, location, organizers].filter(Boolean).join(' · ')
}

/** `USD 150,000 per quarter · 6-8 cities` */
export function describeTier({ price, currency, period, citiesFrom, citiesTo }: Money & Cities): string {
  const money =
    price === undefined ? '' : `${currency ?? ''} ${price.toLocaleString('en-US')} per ${period ?? '…'}`
  const cities =
    citiesFrom === undefined ? '' : `${citiesFrom}${citiesTo === undefined ? '+' : `-${citiesTo}`} cities`
  return [money.trim(), cities].filter(Boolean).join(' · ')
}

/** `10-15`, `500+ total` or `delivered every Friday` */
export function describeKpi({ from, to, orMore, unit, note }: Figure): string {
  const span = to === undefined || to === from ? `${from}${orMore ? '+' : ''}` : `${from}-${to}`
  const figure = from === undefined ? '' : [span, unit].filter(Boolean).join(' ')
  return [figure, note].filter(Boolean).join(' · ')
}
