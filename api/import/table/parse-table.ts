import Papa from 'papaparse'
import { importLimits, type TableMapping } from '#domain/import/found.ts'
import { cleanLine, decodeMarkup } from '../clean-text.ts'
import { ImportError } from '../import-error.ts'
import { suggestMapping } from './columns.ts'

const limits = { rows: importLimits.entries, columns: 100, withEmpty: 50_000 }

/** A row with its number in a spreadsheet, and its cells. */
export type Row = { number: number; cells: string[] }

/**
 * Splits CSV or TSV into the names of its columns and its rows. A title may stand above the names, and Excel’s `sep=;`
 * above everything. Throws ImportError if it is not a table.
 */
export function parseTable(text: string, mapping?: TableMapping): { columns: string[]; rows: Row[] } {
  const [first = '', separator] = /^\ufeff?"?sep=(.)"?[^\S\t]*(?:\r?\n|\r|$)/i.exec(text) ?? []
  const given = text.slice(first.length)
  const all = parse(given, separator ?? guessDelimiter(given, mapping))
  const start = findHeader(all, mapping)
  const [header, ...rows] = all.slice(start)
  if (!header) throw new ImportError('This is not a calendar, a web page with events or a table')
  const columns = header.cells.map((name, index) => cleanLine(name, 100) ?? `Column ${index + 1}`)
  if (columns.length > limits.columns)
    throw new ImportError(`A table may have at most ${limits.columns} columns`)
  if (rows.length > limits.rows || all.length > limits.withEmpty)
    throw new ImportError(`A table may have at most ${limits.rows.toLocaleString('en-US')} rows: split it`)
  if (rows.length === 0) throw new ImportError('The table has no rows below the names of its columns')
  return { columns, rows }
}

function parse(text: string, delimiter: string): Row[] {
  const { data, errors } = Papa.parse<string[]>(text, { preview: limits.withEmpty, delimiter })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken)
    throw new ImportError(
      `The table is broken near row ${(broken.row ?? 0) + 1}: a quotation mark is missing`,
    )
  return data.flatMap((cells, index) =>
    cells.some((cell) => cell.trim() !== '') ? { number: index + 1, cells: cells.map(decodeMarkup) } : [],
  )
}

const delimiters = [',', '\t', ';', '|']

function guessDelimiter(text: string, mapping: TableMapping | undefined): string {
  const split = (given: string, delimiter = '') =>
    Papa.parse<string[]>(given, {
      preview: 20,
      skipEmptyLines: 'greedy',
      delimiter,
      delimitersToGuess: delimiters,
    })
  const known = delimiters.find((delimiter) =>
    split(text, delimiter).data.some((cells) => hasNames(cells, mapping)),
  )
  // A title above the table would mislead: lines without any delimiter.
  const table = text.replace(/^(?:[^",\t;|\r\n]*\r?\n|"[^",\t;|\r\n]*"\r?\n)*/, '')
  return known ?? split(table).meta.delimiter
}

function hasNames(cells: string[], mapping: TableMapping | undefined): boolean {
  const names = cells.map((cell) => cleanLine(cell, 100) ?? '')
  const { title, date } = mapping ?? suggestMapping(names)
  return [title, date].every((name) => name !== undefined && names.includes(name))
}

function findHeader(rows: Row[], mapping: TableMapping | undefined): number {
  const top = rows.slice(0, 10)
  const known = top.findIndex(({ cells }) => hasNames(cells, mapping))
  const found =
    known >= 0 ? known : top.findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
  return found < 0 ? rows.length : found
}
