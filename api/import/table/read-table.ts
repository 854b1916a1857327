import { eventStatuses } from '#domain/events/event.ts'
import { describeColumnFault, type Found, type MappedField } from '#domain/import/found.ts'
import { toDay } from '#domain/pacific.ts'
import { cleanAddress, cleanLine, cleanLines, quote } from '../clean-text.ts'
import { createCollector, fallbackZone, type ReadOptions } from '../found-events.ts'
import { matchCategories, noteLeftOut, splitCategories } from '../match-categories.ts'
import { suggestMapping } from './columns.ts'
import { findDateOrder } from './date-order.ts'
import { parseTable } from './parse-table.ts'
import { readRowTimes } from './row-times.ts'

const previewRows = 5

/** Reads CSV or TSV with a row that names the columns. Throws ImportError if it is not a table. */
export function readTable(text: string, options: ReadOptions): Found {
  const { columns, rows } = parseTable(text, options.mapping)
  const mapping = options.mapping ?? suggestMapping(columns)
  const collector = createCollector(options, 'table')
  const fallback = fallbackZone(options)
  const cell = (row: string[], field: MappedField) => row[columns.indexOf(mapping[field] ?? '')]
  const columnFault = describeColumnFault({ columns, mapping })
  if (columnFault !== undefined) collector.addProblem(columnFault)
  const today = Date.parse(toDay(options.now))
  const dates = rows.flatMap(({ cells }) => [cell(cells, 'date') ?? [], cell(cells, 'end') ?? []].flat())
  const { order, proven, note } = findDateOrder(dates, today, options.dateOrder)
  if (note !== undefined) collector.addNote(note)
  let withoutYear: string | undefined
  for (const { number, cells } of columnFault === undefined ? rows : []) {
    const title = cleanLine(cell(cells, 'title'))
    const url = cleanAddress(cell(cells, 'url'))
    const uid = cleanLine(cell(cells, 'uid')) ?? url
    const date = cell(cells, 'date') ?? ''
    const times = readRowTimes((field) => cell(cells, field)?.trim() ?? '', { order, today, fallback })
    if (times.fault !== undefined || title === undefined) {
      const fault = title === undefined ? 'it has no title' : times.fault
      collector.addProblem(`Row ${number} cannot be read: ${fault}`, uid ?? title)
      continue
    }
    if (times.isNext) withoutYear ??= date
    const categories = [cell(cells, 'topics'), cell(cells, 'types')].flatMap(splitCategories)
    collector.add({
      uid: uid ?? `${title} ${date}`,
      start: times.start,
      end: times.end,
      fields: {
        title,
        status: readStatus(cell(cells, 'status')),
        organizers: cleanLine(cell(cells, 'organizers')),
        location: cleanLine(cell(cells, 'location')) ?? cleanLine(cell(cells, 'address')),
        address: cleanLine(cell(cells, 'address')),
        description: cleanLines(cell(cells, 'description')),
        url,
        organizerUrl: cleanAddress(cell(cells, 'organizerUrl')),
        price: cleanLine(cell(cells, 'price')),
        registrationType: cleanLine(cell(cells, 'registrationType')),
        ...matchCategories(categories),
      },
      notes: [...times.notes, ...noteLeftOut(categories)],
    })
  }
  if (withoutYear !== undefined)
    collector.addNote(`Dates without a year, such as ${quote(withoutYear)}, were read as the next such day.`)
  return {
    ...collector.finish(undefined),
    table: {
      columns,
      rows: rows
        .slice(0, previewRows)
        .map(({ cells }) => columns.map((_, index) => cleanLine(cells[index], 80) ?? '')),
      mapping,
      dateOrder: order,
      provenOrder: proven,
    },
  }
}

function readStatus(text = '') {
  const name = text.trim().toLowerCase().replace('canceled', 'cancelled')
  return eventStatuses.find((status) => status === name) ?? 'scheduled'
}
