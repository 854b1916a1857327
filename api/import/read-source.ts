import { importLimits, type ImportKind, type SourceSettings } from '#domain/import/found.ts'
import type { ReadOptions } from './found-events.ts'
import { ImportError } from './import-error.ts'
import { readCalendar } from './calendar/read-calendar.ts'
import { readPage } from './page/read-page.ts'
import { readTable } from './table/read-table.ts'

/**
 * Reads a calendar, a page or a table, and detects which it is. `kind` is what the source was before: any other is
 * refused. Throws ImportError.
 */
export function readSource(bytes: Uint8Array, { kind: expected, ...options }: ReadOptions & SourceSettings) {
  if (bytes.length > importLimits.bytes)
    throw new ImportError(`It is larger than ${importLimits.bytes / 1024 / 1024} MB`)
  const { text, note } = decode(bytes)
  if (text.trim() === '') throw new ImportError('It is empty')
  const kind = findKind(text)
  if (expected !== undefined && kind !== expected)
    throw new ImportError(`${kindNames[expected]} was expected, but this is ${kindNames[kind].toLowerCase()}`)
  const found = { calendar: readCalendar, page: readPage, table: readTable }[kind](text, options)
  return note === undefined ? found : { ...found, notes: [note, ...found.notes] }
}

const kindNames = { calendar: 'A calendar', page: 'A web page', table: 'A table or plain text' }

function findKind(text: string): ImportKind {
  const start = text.slice(0, 2_000).trimStart()
  if (/^BEGIN:VCALENDAR/i.test(start)) return 'calendar'
  if (/^(?:<|(?:\/\/.*\s+|\/\*[^]*?\*\/\s*)?[[{]\s*(?:["'{\]}]|&quot;|\/[/*]))/.test(start)) return 'page'
  return 'table'
}

/** UTF-8, UTF-16 with a byte order mark, or else Windows-1252, which older programs write. */
function decode(bytes: Uint8Array): { text: string; note?: string } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes) }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const note = 'This is not UTF-8: it was read as Windows-1252. Check letters with accents.'
    // A program that has added text in Windows-1252 leaves the byte order mark of UTF-8.
    const text = new TextDecoder('windows-1252').decode(bytes).replace(/^ï»¿/, '')
    return { text, note }
  }
}
