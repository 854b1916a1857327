import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type ImportItem, importStatuses } from '#domain/import/compare.ts'
import { describeItem, describeTime, describeZones } from '#domain/import/describe.ts'
import {
  describeColumnFault,
  type Found,
  importLimits,
  mappedFields,
  type TableMapping,
} from '#domain/import/found.ts'
import { loadAndCompare, writePlan } from '#domain/import/load.ts'
import {
  type Decision,
  type ImportSource,
  planImport,
  readMapping,
  statusNames,
  waits,
} from '#domain/import/plan.ts'
import { createContentClient } from '../content/client.ts'
import { findContent } from '../content/content.ts'
import { findAtAddress, findInFile, sourceOfAddress, sourceOfFile } from '../import/find-events.ts'
import { checkout } from '../runtime/checkout.ts'
import { OperatorError, printLine } from '../runtime/operator.ts'
import { readExisting, runCommand } from './run-command.ts'

const usage = `npm run import -- <file or address> [options]

  --write               write drafts; without it, only print the differences
  --source <name>       name of the source, so that later files of it may have other file names
  --zone <name>         time zone of times without one, such as America/New_York
  --map <field>=<column>  the table column of a field: ${mappedFields.join(', ')}
  --day-first           read 4/12 as the 4th of December
  --take <id or kind>   write these items, which wait for a person: ${importStatuses.filter(waits).join(', ')}
  --keep <id or kind>   leave these items unchanged, and do not ask again
  --hourly <on or off>  whether the server imports the address every hour
  --help                print this`

const options = {
  write: { type: 'boolean', default: false },
  source: { type: 'string' },
  zone: { type: 'string' },
  map: { type: 'string', multiple: true },
  'day-first': { type: 'boolean' },
  take: { type: 'string', multiple: true },
  keep: { type: 'string', multiple: true },
  hourly: { type: 'string' },
} as const

const marks = {
  new: '+',
  changed: '~',
  edited: '?',
  duplicate: '?',
  deleted: '?',
  gone: '?',
  leftOut: '=',
  unchanged: '=',
  ignored: '=',
}

// Compares with the Content Lake of a running server, or starts one.
await runCommand(async (words) => {
  if (words.includes('--help')) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const { values, place } = readWords(words)
  const environment = readExisting('content')
  await using content = await findContent(environment, { checkout, log: printLine })
  const token = content.writeToken ?? content.token
  if (token === undefined)
    throw new OperatorError('Set SANITY_WRITE_TOKEN to a token of the project that may read and write drafts')
  if (values.write && content.writeToken === undefined)
    throw new OperatorError('Set SANITY_WRITE_TOKEN to a token of the project that may write')
  const client = createContentClient({ ...content.settings, token }).withConfig({ perspective: 'raw' })

  const isAddress = /^(?:webcals?:|[a-z][a-z\d+.-]*:\/\/)/i.test(place)
  const givenName = values.source?.trim() || undefined
  const fileName = givenName ?? basename(place)
  const id = isAddress ? sourceOfAddress(place).source : sourceOfFile(fileName)
  const stored = (await client.fetch<ImportSource | null>('*[_id == $id][0]', { id })) ?? undefined
  const mapping = readMap(values.map) ?? readMapping(stored?.mapping)
  const zone = values.zone ?? stored?.zone
  const dateOrder = values['day-first'] ? 'dmy' : stored?.dateOrder
  const now = new Date()
  const settings = { now, zone, mapping, dateOrder, kind: stored?.kind }
  const found = isAddress
    ? await findAtAddress(place, settings, { allowsLoopback: environment.IMPORT_LOOPBACK === 'allow' })
    : await findInFile(await readBounded(place), id, settings)

  const columnFault = describeColumnFault(found.table)
  if (columnFault !== undefined)
    throw new OperatorError(
      `${columnFault}. The table has the columns ${found.table?.columns.join(', ')}: name all that you need with --map <field>=<column>`,
    )

  const { items } = await loadAndCompare(client, found, now)
  const address = isAddress ? sourceOfAddress(place).address : undefined
  const name = givenName ?? stored?.name ?? found.name ?? (address ? new URL(address).host : fileName)
  print(`${name}: ${found.kind}, events until ${found.until.slice(0, 10)}: ${found.events.length}`)
  printFound(found, items)

  const source: ImportSource = {
    known: '',
    ignored: [],
    ...stored,
    _id: found.source,
    name,
    ...(address !== undefined && { address }),
    ...(zone !== undefined && { zone }),
    ...(values.map && { mapping: JSON.stringify(mapping) }),
    ...(dateOrder !== undefined && { dateOrder }),
    ...(values.hourly !== undefined && { hourly: readHourly(values.hourly, isAddress) }),
  }
  const decisions = readDecisions(items, values)
  const plan = planImport(found, items, { source, decisions, now })
  print(plan.outcome.text)
  if (!values.write) {
    print('Nothing was written: add --write.')
    return
  }
  await writePlan(client, plan).catch((error: unknown) => {
    throw new OperatorError((error as Error).message)
  })
  print(plan.written === 1 ? 'One draft was written.' : `${plan.written} drafts were written.`)
})

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
      const [name = '', ...column] = pair.split('=')
      const field = mappedFields.find((known) => known === name)
      if (!field || column.join('=') === '')
        throw new OperatorError(`--map takes field=column, where field is one of ${mappedFields.join(', ')}`)
      return [field, column.join('=')]
    }),
  )
}

function readHourly(text: string, isAddress: boolean): boolean {
  if (text !== 'on' && text !== 'off') throw new OperatorError('--hourly takes on or off')
  if (text === 'on' && !isAddress) throw new OperatorError('Only an address can be imported every hour')
  return text === 'on'
}

type Given = { take?: string[] | undefined; keep?: string[] | undefined }

function readDecisions(items: ImportItem[], { take = [], keep = [] }: Given): Map<string, Decision> {
  const waiting = items.filter(({ status }) => waits(status))
  const decisions = new Map<string, Decision>()
  for (const [words, decision] of [
    [take, 'take'],
    [keep, 'keep'],
  ] as const) {
    for (const word of words) {
      const meant = waiting.filter(({ id, status }) => id === word || status === word)
      if (meant.length === 0) throw new OperatorError(`No waiting item has the id or kind ${word}`)
      for (const { id, title } of meant) {
        if ((decisions.get(id) ?? decision) !== decision)
          throw new OperatorError(`--take and --keep both name “${title}”: name it in one of them`)
        decisions.set(id, decision)
      }
    }
  }
  return decisions
}

function printFound(found: Found, items: ImportItem[]): void {
  for (const line of [...describeZones(found), ...found.notes]) print(line)
  for (const problem of found.problems) print(`! ${problem}`)
  for (const item of items) {
    if (item.status === 'unchanged' || item.status === 'ignored') continue
    const held = waits(item.status) ? `  (${statusNames[item.status]}: ${item.id})` : ''
    print(`${marks[item.status]} ${describeTime(item)}  ${item.title}${held}`)
    for (const line of describeItem(item)) print(`    ${line}`)
  }
}

/** Replaces control characters, which a terminal would interpret. */
function print(line: string): void {
  process.stdout.write(`${line.replace(/[\p{Cc}]/gu, ' ')}\n`)
}
