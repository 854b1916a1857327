import Papa from 'papaparse'
import { eventStatuses } from '#domain/events/event.ts'
import {
  type DateOrder,
  describeColumnFault,
  type Found,
  type MappedField,
  type TableMapping,
} from '#domain/import/found.ts'
import { hasTwoReadings, readDateText, readTimeText } from '#domain/import/read-dates.ts'
import { cleanAddress, cleanLine, cleanLines } from './clean-text.ts'
import { createCollector, fallbackZone, type ReadOptions, type WrittenTime } from './found-events.ts'
import { ImportError } from './import-error.ts'
import { offsetMilliseconds } from './read-json-ld.ts'
import { matchCategories, noteLeftOut, splitCategories } from './match-categories.ts'

const limits = { rows: 5_000, columns: 100 }
const previewRows = 5

/** Reads CSV or TSV whose first row names the columns. Throws ImportError if it is not a table. */
export function readTable(text: string, options: ReadOptions): Found {
  const { data, errors } = Papa.parse<string[]>(text, {
    preview: limits.rows + 2,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', '\t', ';', '|'],
  })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken)
    throw new ImportError(
      `The table is broken near row ${(broken.row ?? 0) + 1}: a quotation mark is missing`,
    )
  const [header = [], ...rows] = data
  const columns = header.map((name, index) => cleanLine(name, 100) ?? `Column ${index + 1}`)
  if (columns.length < 2) throw new ImportError('This is not a calendar, a web page with events or a table')
  if (columns.length > limits.columns)
    throw new ImportError(`A table may have at most ${limits.columns} columns`)
  if (rows.length > limits.rows)
    throw new ImportError(`A table may have at most ${limits.rows.toLocaleString('en-US')} rows: split it`)
  if (rows.length === 0) throw new ImportError('The table has no rows below the names of its columns')

  const mapping = options.mapping ?? suggestMapping(columns)
  const dateOrder = options.dateOrder ?? 'mdy'
  const collector = createCollector(options, 'table')
  const fallback = fallbackZone(options)
  const indexes = new Map(
    Object.entries(mapping).map(([field, name]) => [field, columns.indexOf(name ?? '')]),
  )
  const cell = (row: string[], field: MappedField) => {
    const index = indexes.get(field) ?? -1
    return index < 0 ? undefined : row[index]
  }
  const isMapped = (['title', 'date'] as const).every((field) => (indexes.get(field) ?? -1) >= 0)
  const columnFault = describeColumnFault({ columns, mapping })
  if (columnFault !== undefined) collector.addProblem(columnFault)
  const unclear = rows.map((row) => cell(row, 'date') ?? '').find(hasTwoReadings)
  if (unclear !== undefined && options.dateOrder === undefined)
    collector.addNote(`Dates such as “${cleanLine(unclear, 40) ?? ''}” were read with the month first.`)
  for (const [index, row] of isMapped ? rows.entries() : []) {
    const title = cleanLine(cell(row, 'title'))
    const [date, time] = [cell(row, 'date'), cell(row, 'time')]
    const start = readTime(date, time)
    const url = cleanAddress(cell(row, 'url'))
    const uid = cleanLine(cell(row, 'uid')) ?? url
    if (!start || title === undefined) {
      const fault =
        title === undefined
          ? 'it has no title'
          : readTime(date)
            ? `“${cleanLine(time, 40) ?? ''}” is not a valid time`
            : `“${cleanLine(date, 40) ?? ''}” is not a valid date and time`
      collector.addProblem(`Row ${index + 2} cannot be read: ${fault}`, uid ?? title)
      continue
    }
    const categories = [cell(row, 'topics'), cell(row, 'types')].flatMap(splitCategories)
    collector.add({
      uid: uid ?? `${title} ${date}`,
      start,
      end: readEnd(start, cell(row, 'end'), cell(row, 'endTime')),
      fields: {
        title,
        status: readStatus(cell(row, 'status')),
        organizers: cleanLine(cell(row, 'organizers')),
        location: cleanLine(cell(row, 'location')) ?? cleanLine(cell(row, 'address')),
        address: cleanLine(cell(row, 'address')),
        description: cleanLines(cell(row, 'description')),
        url,
        organizerUrl: cleanAddress(cell(row, 'organizerUrl')),
        price: cleanLine(cell(row, 'price')),
        registrationType: cleanLine(cell(row, 'registrationType')),
        ...matchCategories(categories),
      },
      notes: noteLeftOut(categories),
    })
  }
  return {
    ...collector.finish(undefined),
    table: {
      columns,
      rows: rows
        .slice(0, previewRows)
        .map((row) => columns.map((_, index) => cleanLine(row[index], 80) ?? '')),
      mapping,
      dateOrder,
    },
  }

  function readTime(dateText = '', timeText = ''): WrittenTime | undefined {
    const read = readDateText(dateText, dateOrder satisfies DateOrder)
    if (!read) return undefined
    const time = timeText.trim() === '' ? undefined : readTimeText(timeText)
    if (timeText.trim() !== '' && time === undefined) return undefined
    const local = time === undefined ? read.local : read.day + time
    const isDay = read.isDay && time === undefined
    if (read.offset === undefined || isDay) return { local, isDay, ...fallback }
    return { local: local - offsetMilliseconds(read.offset), isDay, zone: 'UTC', zoneFrom: 'event' }
  }

  /** A time without a date is on the day of the start, or the next day if it would be before the start. */
  function readEnd(start: WrittenTime, dateText = '', timeText = ''): WrittenTime | undefined {
    const alone = readTimeText(timeText || dateText)
    const day = Math.floor(start.local / 86_400_000) * 86_400_000
    if (readDateText(dateText, dateOrder) === undefined) {
      if (alone === undefined || start.isDay || start.zoneFrom === 'event') return undefined
      return { ...start, local: day + alone + (day + alone <= start.local ? 86_400_000 : 0) }
    }
    const end = readTime(dateText, timeText)
    return end?.isDay === start.isDay ? end : undefined
  }
}

const columnNames: Record<MappedField, RegExp> = {
  uid: /^(?:u?id|event.?id|key|api.?id)$/i,
  title: /^(?:title|name|event|event.?(?:name|title)|summary|subject|what)$/i,
  date: /^(?:date|start|starts|begins?|start.?date|start.?at|event.?date|day|when|date.?(?:and|&).?time)$/i,
  time: /^(?:time|start.?time|hour)$/i,
  end: /^(?:end|ends|end.?date|end.?at|until)$/i,
  endTime: /^end.?time$/i,
  organizers: /^(?:organi[sz]ers?|hosts?|hosted.?by|by|group)$/i,
  location: /^(?:location|venue|place|where|venue.?name)$/i,
  address: /^(?:address|street|venue.?address)$/i,
  description: /^(?:description|details|about|notes|text)$/i,
  url: /^(?:url|link|event.?url|page|website|rsvp.?(?:link|url)|registration.?(?:link|url))$/i,
  organizerUrl: /^(?:organi[sz]er|host).?(?:url|link|page|website)$/i,
  price: /^(?:price|cost|fee|tickets?)$/i,
  registrationType: /^(?:registration|registration.?type|rsvp|access)$/i,
  status: /^(?:status|state)$/i,
  topics: /^(?:topics?|tags?|categor(?:y|ies)|keywords?|themes?)$/i,
  types: /^(?:types?|event.?types?|formats?)$/i,
}

/** Maps the columns whose names are known. */
export function suggestMapping(columns: readonly string[]): TableMapping {
  const mapping: TableMapping = {}
  for (const [field, pattern] of Object.entries(columnNames)) {
    const column = columns.find((name) => pattern.test(name.replaceAll('_', ' ')))
    if (column !== undefined) mapping[field as MappedField] = column
  }
  return mapping
}

function readStatus(text = '') {
  const name = text.trim().toLowerCase().replace('canceled', 'cancelled')
  return eventStatuses.find((status) => status === name) ?? 'scheduled'
}
