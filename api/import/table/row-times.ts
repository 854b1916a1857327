import type { DateOrder, MappedField } from '#domain/import/found.ts'
import { quote } from '../clean-text.ts'
import { instantOf, type WrittenTime, type Zone } from '../found-events.ts'
import { dayLength, type LocalTime } from '../zones.ts'
import { readYesNo } from './columns.ts'
import { readSpan } from './read-span.ts'
import { resolveZone } from './take-zone.ts'

type Settings = { order: DateOrder; today: LocalTime; fallback: Zone }

/** Reads when the event of a row is. `cell` returns the text of a field. The notes are for an editor. */
export function readRowTimes(cell: (field: MappedField) => string, settings: Settings) {
  const read = (field: MappedField) => {
    const text = cell(field)
    return { text, span: readSpan(text, settings.order, settings.today) }
  }
  const [date, time, end, endTime] = [read('date'), read('time'), read('end'), read('endTime')]
  const day = date.span?.day
  if (day === undefined) return { fault: `${quote(date.text)} is not a valid date and time` }
  if (time.text !== '' && (time.span?.time === undefined || (time.span.day ?? day) !== day))
    return { fault: `${quote(time.text)} is not a valid time` }
  const [dateZone, timeZone] = [date.span?.zone, time.span?.zone]
  if (dateZone !== undefined && timeZone !== undefined && dateZone !== timeZone)
    return { fault: `${quote(date.text)} and ${quote(time.text)} have different time zones` }

  const wrong = [end, endTime].filter(
    ({ text, span }) => text !== '' && (span === undefined || (span.endDay ?? span.endTime) !== undefined),
  )
  const notes = wrong.map(({ text }) => `${quote(text)} is not a valid end: it was left out.`)
  const [lastDay, lastTime] = [end, endTime].map((one) => (wrong.includes(one) ? undefined : one.span))
  let from = time.span?.time ?? date.span?.time
  let until = lastTime?.time ?? lastDay?.time ?? time.span?.endTime ?? date.span?.endTime
  let last = lastDay?.day ?? lastTime?.day ?? date.span?.endDay
  const allDay = readYesNo(cell('allDay'))
  if (allDay === true) {
    const isWhole = (from ?? 0) === 0 && ((until ?? 0) === 0 || (until ?? 0) >= dayLength - 60_000)
    if (!isWhole) notes.push('It is marked as lasting all day: its times were left out.')
    // The midnight after the last day.
    if (until === 0 && last !== undefined && last > day) last -= dayLength
    from = until = undefined
  }
  if (allDay === undefined)
    notes.push(`${quote(cell('allDay'))} does not say whether it lasts all day: its times were kept.`)
  if (last === undefined && until !== undefined)
    last = from !== undefined && until <= from ? day + dayLength : day
  const zone = dateZone ?? timeZone
  const endZone = endTime.span?.zone ?? end.span?.zone ?? zone
  const start = at(day, from, zone)
  if (!start.isDay) notes.push(...noteOtherName(zone, start))
  return {
    start,
    end: last === undefined ? undefined : at(last, until, endZone),
    notes,
    isNext: date.span?.isNext === true,
  }

  function at(on: LocalTime, clock: number | undefined, word: string | undefined): WrittenTime {
    const written = { local: on + (clock ?? 0), isDay: clock === undefined, ...settings.fallback }
    if (word === undefined || clock === undefined) return written
    return { ...written, zone: resolveZone(word) ?? written.zone, zoneFrom: 'event' }
  }
}

/** `PST` in summer means Pacific time. */
function noteOtherName(word: string | undefined, start: WrittenTime): string[] {
  if (word === undefined || !/^[a-z][sd]t$/.test(word)) return []
  const name = new Intl.DateTimeFormat('en-US', { timeZone: start.zone, timeZoneName: 'short' })
    .formatToParts(instantOf(start).utc)
    .find(({ type }) => type === 'timeZoneName')?.value
  const given = word.toUpperCase()
  return name === given ? [] : [`Its time zone is ${name} on that day, not ${given}: it was read as ${name}.`]
}
