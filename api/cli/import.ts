import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type ImportItem, type ImportStatus, statusNames } from '#domain/import/compare.ts'
import { describeItem, describeTime, describeZones } from '#domain/import/describe.ts'
import {
  type Found,
  importLimits,
  mappedFields,
  type ReadSettings,
  type SourceSettings,
  type TableMapping,
} from '#domain/import/found.ts'
import {
  type Decision,
  describeOutcome,
  type ImportSource,
  waitingStatuses,
  waits,
  withoutUndefined,
} from '#domain/import/plan.ts'
import { previewImport, writeImport } from '#domain/import/run-import.ts'
import { createContentClient } from '../content/client.ts'
import { findContent } from '../content/content.ts'
import { findAtAddress, sourceOfAddress, sourceOfFile } from '../import/find-events.ts'
import { readApart } from '../import/read-apart.ts'
import { checkout } from '../runtime/checkout.ts'
import { OperatorError, printLine } from '../runtime/operator.ts'
import { readExisting, runCommand } from './run-command.ts'

const usage = `npm run import -- <file or address> [options]

  --write               write drafts; without it, only print the differences
  --source <name>       name of the source, so that later files of it may have other file names
  --zone <name>         time zone of times without one, such as America/New_York
  --map <field>=<column>  the table column of a field: ${mappedFields.join(', ')}
  --day-first           read 4/12 as the 4th of December; --month-first as April 12
  --take <id or kind>   write these items, which wait for a person: ${waitingStatuses.join(', ')}
  --keep <id or kind>   leave these items unchanged, and do not ask again
  --hourly <on or off>  whether the server imports the address every hour
  --help                print this`

const options = {
  write: { type: 'boolean', default: false },
  source: { type: 'string' },
  zone: { type: 'string' },
  map: { type: 'string', multiple: true },
  'day-first': { type: 'boolean' },
  'month-first': { type: 'boolean' },
  take: { type: 'string', multiple: true },
  keep: { type: 'string', multiple: true },
  hourly: { type: 'string' },
} as const

type Print = (line: string) => void

const marks: Partial<Record<ImportStatus, string>> = { new: '+', changed: '~', leftOut: '=' }

if (import.meta.main) await runCommand(undefined, (words) => importEvents(words, printToTerminal))

/** Compares with the Content Lake of a running server, or starts one. */
export async function importEvents(words: string[], print: Print): Promise<void> {
  if (words.includes('--help')) return usage.split('\n').forEach(print)
  const { values, place } = readWords(words)
  const environment = readExisting('content')
  await using content = await findContent(environment, { checkout, log: printLine })
  const token = content.writeToken ?? content.token
  if (token === undefined || (values.write && content.writeToken === undefined))
    throw new OperatorError('Set SANITY_WRITE_TOKEN to a token of the project that may read and write drafts')
  const client = createContentClient({ ...content.settings, token }).withConfig({ perspective: 'raw' })

  const isAddress = /^(?:webcals?:|[a-z][a-z\d+.-]*:\/\/)/i.test(place)
  const givenName = values.source?.trim() || undefined
  const fileName = givenName ?? basename(place)
  const source = isAddress ? sourceOfAddress(place).source : sourceOfFile(fileName)
  const known = await client.fetch<ImportSource | null>('*[_id == $source][0]', { source })
  const now = new Date()
  const given = readGiven(values)
  const bytes = isAddress ? undefined : await readBounded(place)
  const fetchSettings = { allowsLoopback: environment.IMPORT_LOOPBACK === 'allow' }
  const read = (settings: SourceSettings) =>
    bytes
      ? readApart(bytes, { ...settings, now, source })
      : findAtAddress(place, { ...settings, now }, fetchSettings)
  const preview = await previewImport(client, read, { now, given, known, fileName })
  const { found, items, columnFault } = preview
  if (columnFault !== undefined)
    throw new OperatorError(
      `${columnFault}. The table has the columns ${found.table?.columns.join(', ')}: name all that you need with --map <field>=<column>`,
    )

  const name = givenName ?? preview.name
  print(`${name}: ${found.kind}, events until ${found.until.slice(0, 10)}: ${found.events.length}`)
  printFound(found, items, print)

  const hourly = readHourly(values.hourly, isAddress)
  const decisions = readDecisions(items, values)
  print(describeOutcome(items, decisions))
  if (!values.write) return print('Nothing was written: add --write.')
  const plan = await writeImport(client, preview, { decisions, name, hourly, now }).catch((error: Error) => {
    throw new OperatorError(error.message)
  })
  print(plan.written === 1 ? 'One draft was written.' : `${plan.written} drafts were written.`)
}

function readWords(words: string[]) {
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const [place] = positionals
    if (place === undefined || positionals.length > 1) throw new Error('Name one file or address')
    return { values, place }
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${usage}`)
  }
}

type Given = ReturnType<typeof readWords>['values']

/** Only the settings that were given: the others stay as the source's document has them. */
function readGiven(values: Given): ReadSettings {
  const dateOrder = values['day-first'] ? 'dmy' : values['month-first'] ? 'mdy' : undefined
  return withoutUndefined({ zone: values.zone, mapping: readMap(values.map), dateOrder })
}

/** At most one byte more than the limit, which the reader then refuses: a device or a pipe may never end. */
async function readBounded(path: string): Promise<Uint8Array> {
  try {
    return await buffer(createReadStream(path, { end: importLimits.bytes }))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new OperatorError(`There is no file ${path}`)
    throw new OperatorError(code === 'EISDIR' ? `${path} is a folder: name a file` : message)
  }
}

function readMap(pairs: string[] | undefined): TableMapping | undefined {
  if (!pairs) return undefined
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, column] = /^(\w+)=(.+)$/s.exec(pair) ?? []
      const field = mappedFields.find((known) => known === name)
      if (!field)
        throw new OperatorError(`--map takes field=column, where field is one of ${mappedFields.join(', ')}`)
      return [field, column]
    }),
  )
}

function readHourly(text: string | undefined, isAddress: boolean): boolean | undefined {
  if (text === undefined) return undefined
  if (text !== 'on' && text !== 'off') throw new OperatorError('--hourly takes on or off')
  if (text === 'on' && !isAddress) throw new OperatorError('Only an address can be imported every hour')
  return text === 'on'
}

function readDecisions(items: ImportItem[], { take = [], keep = [] }: Given): Map<string, Decision> {
  const waiting = items.filter(({ status }) => waits(status))
  const list = (words: string[]) =>
    words.flatMap((word) => {
      const meant = waiting.filter(({ id, status }) => id === word || status === word)
      if (meant.length === 0) throw new OperatorError(`No waiting item has the id or kind ${word}`)
      return meant
    })
  const [taken, kept] = [list(take), list(keep)]
  const both = taken.find((item) => kept.includes(item))
  if (both) throw new OperatorError(`--take and --keep both name “${both.title}”: name it in one of them`)
  return new Map([
    ...taken.map(({ id }) => [id, 'take'] as const),
    ...kept.map(({ id }) => [id, 'keep'] as const),
  ])
}

function printFound(found: Found, items: ImportItem[], print: Print): void {
  for (const line of [...describeZones(found), ...found.notes]) print(line)
  for (const problem of found.problems) print(`! ${problem}`)
  for (const item of items) {
    if (item.status === 'unchanged' || item.status === 'ignored') continue
    const held = waits(item.status) ? `  (${statusNames[item.status]}: ${item.id})` : ''
    print(`${marks[item.status] ?? '?'} ${describeTime(item)}  ${item.title}${held}`)
    for (const line of describeItem(item)) print(`    ${line}`)
  }
}

/** Replaces control characters, which a terminal would interpret. */
function printToTerminal(line: string): void {
  process.stdout.write(`${line.replace(/[\p{Cc}]/gu, ' ')}\n`)
}
