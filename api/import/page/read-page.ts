import type { Found } from '#domain/import/found.ts'
import { cleanLine, quote } from '../clean-text.ts'
import { createCollector, fallbackZone, instantOf, type ReadOptions } from '../found-events.ts'
import { ImportError } from '../import-error.ts'
import { readFields, readLink } from './event-fields.ts'
import { parseJsonLd } from './parse-json-ld.ts'
import { readScripts } from './scripts.ts'
import { asThing, first, hasType, listOf, listThings, type Thing } from './things.ts'
import { listUnreadable, readTimes } from './times.ts'

/** Reads a page with schema.org’s JSON-LD, or JSON-LD alone. Throws ImportError if there is no event. */
export function readPage(text: string, options: ReadOptions): Found {
  const collector = createCollector(options, 'page')
  const fallback = fallbackZone(options)
  const { scripts, title } = /^\s*</.test(text) ? readScripts(text) : { scripts: [text], title: undefined }
  const roots: unknown[] = []
  const faults: string[] = []
  for (const script of scripts) {
    const { roots: read = [], fault } = parseJsonLd(script)
    roots.push(...read)
    if (!fault) continue
    const line = findLine(text, script) + fault.line - 1
    const problem = `is not valid JSON: line ${line}, ${fault.reason}`
    faults.push(problem)
    collector.addProblem(`A part of the page’s JSON-LD ${problem}`)
    // Its events are not gone. Many pages write `/` as `\/`.
    for (const [, key = '', uid = ''] of script.matchAll(/"(@id|url)"\s*:\s*"([^"]*)"/g))
      collector.leaveOut(findUid({ [key]: uid.replaceAll('\\/', '/') }))
  }
  const things = listThings(roots)
  const byId = new Map<unknown, Thing>()
  for (const thing of things)
    if (typeof thing['@id'] === 'string' && Object.keys(thing).length > 1) byId.set(thing['@id'], thing)
  const all = things.filter((thing) => hasType(thing, eventTypes))
  const events = all.filter((thing) => thing['startDate'] !== undefined && !isSeries(thing))
  if (events.length === 0) throw new ImportError(explainNone())

  const seen = new Set<string>()
  for (const event of events) {
    const name = cleanLine(first(event['name'])) ?? 'An event without a name'
    const hasOneEvent = options.address !== undefined && events.length === 1
    const { fields, notes } = readFields(event, { address: options.address, fallback, hasOneEvent, resolve })
    const times = readTimes(event, fallback)
    for (const value of listUnreadable(event, fallback))
      notes.push(`Its end cannot be read: ${quote(first(value))}.`)
    for (const { start, end, given } of times) {
      if (!start) {
        collector.addProblem(
          `“${name}” cannot be read: its startDate is not a valid date`,
          findUid(event) ?? name,
        )
        continue
      }
      const uid = findUid(event) ?? `${name} ${first(given)}`
      const { utc } = instantOf(start)
      const key = `${uid} ${utc} ${name}`
      // Pages often contain the same event twice.
      if (seen.has(key)) continue
      seen.add(key)
      const recurrence = times.length > 1 ? new Date(utc).toISOString() : undefined
      collector.add({ uid, recurrence, start, end, fields, notes })
    }
  }
  for (const problem of describeUndated()) collector.addProblem(problem)
  for (const thing of all)
    if (!events.includes(thing)) collector.leaveOut(findUid(thing) ?? cleanLine(first(thing['name'])))
  return collector.finish(title)

  function explainNone(): string {
    if (scripts.length === 0)
      return 'This is a web page without events in JSON-LD: look for the address of its calendar (.ics)'
    const [reason] = [...faults, ...describeUndated()]
    if (faults.length > 0) return `The JSON-LD of this page ${reason}`
    return `The JSON-LD of this page has no events${reason === undefined ? '' : ` with a date (${reason})`}: look for the address of its calendar (.ics)`
  }

  function findUid(event: Thing): string | undefined {
    return cleanLine(event['@id']) ?? readLink(event, options.address)
  }

  /** Skips events that another event only mentions, such as its superEvent, and series with single dates. */
  function describeUndated(): Set<string> {
    const mentioned = new Set(
      events.flatMap((event) => [event['@id'], ...Object.values(event).flatMap(listOf)]),
    )
    const dated = new Set<unknown>(events)
    const undated = all.filter(
      (thing) =>
        ![thing, ...listOf(thing['subEvent']).map(resolve)].some((one) => dated.has(one)) &&
        ![thing, thing['@id'] ?? thing].some((one) => mentioned.has(one)),
    )
    const problems = undated.flatMap((thing) => {
      const name = cleanLine(first(thing['name']))
      const isRepeated = isSeries(thing) || thing['eventSchedule'] !== undefined
      const fault = isRepeated ? 'it is a series without single dates' : 'it has no startDate'
      return name === undefined ? [] : `“${name}” cannot be read: ${fault}`
    })
    return new Set(problems)
  }

  function resolve(value: unknown): unknown {
    const thing = asThing(value)
    return (thing && Object.keys(thing).length === 1 && byId.get(thing['@id'])) || value
  }
}

/** schema.org’s Event and its subtypes. */
const eventTypes = /^(?:[A-Z]\w*)?(?:Event|EventSeries|Festival|Hackathon|CourseInstance)$/

/** Lasts from the first to the last of its dates. */
function isSeries(thing: Thing): boolean {
  return hasType(thing, /^EventSeries$/)
}

function findLine(page: string, script: string): number {
  // The parser reads line breaks of Windows as `\n`.
  const [before = ''] = page.replaceAll('\r\n', '\n').split(script)
  return before.split('\n').length
}
