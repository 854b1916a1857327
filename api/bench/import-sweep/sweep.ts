import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { type Found, importLimits } from '#domain/import/found.ts'
import { addDays, startOfDay, timeZone, toDay } from '#domain/pacific.ts'
import { cleanLine } from '../../import/clean-text.ts'
import { ImportError } from '../../import/import-error.ts'
import { readSource } from '../../import/read-source.ts'
import { findReason, listVevents, type Occurrence, type Run } from './reasons.ts'
import { pairUp } from './pairs.ts'

// `npm run bench:import-sweep -- FOLDER` reads all calendar files below a folder as the import does, each at several
// times, and compares the events with those of recurring-ical-events (reference.py).
const day = 86_400_000
const [folder = '.'] = process.argv.slice(2)
const jobs: Array<{ path: string; text: string; nows: number[] }> = []
const times: Array<{ path: string; seconds: number }> = []
let crashes = 0
await collectJobs()
if (jobs.length === 0) throw new Error(`There is no calendar file with an event below ${folder}`)

const python = spawn('python3', [join(import.meta.dirname, 'reference.py')], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
python.stdin.end(
  jobs
    .map(({ text, nows }) => {
      const windows = nows.map((now) => [now - 3 * day, now + (importLimits.horizon + 3) * day])
      const request = { text, zone: timeZone, windows: windows.map((ends) => ends.map(toIso)) }
      return `${JSON.stringify(request)}\n`
    })
    .join(''),
)

type Answer = { windows?: Occurrence[][]; faults?: Record<string, string>; fault?: string }

const reasons = new Map<string, { runs: Set<string>; events: number; example: string }>()
const [unexplained, unread]: [string[], string[]] = [[], []]
let [runs, equal] = [0, 0]
let next = 0
for await (const line of createInterface(python.stdout)) {
  const job = jobs[next]
  next += 1
  if (job) compare(job, JSON.parse(line) as Answer)
}
if (next < jobs.length)
  throw new Error('python3 ended early: it must find recurring_ical_events (PYTHONPATH)')
report()

async function collectJobs(): Promise<void> {
  const known = new Set<string>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const path of paths.toSorted()) {
    const bytes = await readFile(path)
    const hash = createHash('sha1').update(bytes).digest('hex')
    if (known.has(hash)) continue
    known.add(hash)
    const text = complete(bytes.toString('latin1'))
    if (/^BEGIN:VEVENT/im.test(text))
      jobs.push({ path: relative(folder, path), text, nows: chooseNows(text) })
    else read(path, text, Date.UTC(2026, 0))
  }
}

/** Some files have only events, or events without a title, which the import refuses: their dates are compared as well. */
function complete(text: string): string {
  const calendar = /^\s*BEGIN:VEVENT/i.test(text)
    ? `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${text.trim()}\r\nEND:VCALENDAR\r\n`
    : text
  return calendar.replace(
    /^BEGIN:VEVENT(\s*\n)(?=(?:(?!END:VEVENT|SUMMARY).*\n)*END:VEVENT)/gim,
    'BEGIN:VEVENT$1SUMMARY:Untitled$1',
  )
}

/** Before the first date in the file, and after each gap of a horizon; of series, later dates, too. */
function chooseNows(text: string): number[] {
  const dates = [
    ...text
      .replace(/\r?\n[ \t]/g, '')
      .matchAll(/^(?:DTSTART|RDATE|RECURRENCE-ID)\b.*?:(\d{4})(\d\d)(\d\d)/gim),
  ]
    .map(([, year, month, date]) => Date.UTC(Number(year), Number(month) - 1, Number(date)))
    .filter((at) => at > Date.UTC(1971) && at < Date.UTC(2100))
  const nows: number[] = []
  for (const at of dates.toSorted((one, other) => one - other))
    if (nows.length < 3 && at > (nows.at(-1) ?? 0) + importLimits.horizon * day) nows.push(at - 5 * day)
  const [first = Date.UTC(2026, 0)] = nows
  return /^RRULE/im.test(text) ? [...nows, ...[200, 800, 3000].map((days) => first + days * day)] : nows
}

function compare(
  { path, text, nows }: (typeof jobs)[number],
  { windows, faults: given = {}, fault }: Answer,
): void {
  const faults = Object.fromEntries(Object.entries(given).map(([uid, reason]) => [uid.trim(), reason]))
  const events = listVevents(Buffer.from(text, 'latin1').toString())
  if (!windows) unread.push(`${path}: ${fault}`)
  for (const [index, now] of nows.entries()) {
    const found = read(path, text, now)
    const theirs = windows?.[index]?.map(normalize).filter((one) => isWithin(one, now))
    const ours = typeof found === 'string' ? [] : found.events.map(toOccurrence)
    if (!theirs || (theirs.length === 0 && ours.length === 0)) continue
    runs += 1
    const run: Run = {
      path,
      text,
      now,
      events,
      faults,
      problems: typeof found === 'string' ? [found] : found.problems,
      expected: theirs.length,
    }
    const pairs = pairUp(ours, theirs)
    if (pairs.length === 0) equal += 1
    for (const pair of pairs) {
      const reason = findReason(pair, run)
      const at = `${path} ${toIso(now).slice(0, 10)}`
      if (reason === undefined) unexplained.push(`${at} ${JSON.stringify(pair)}`)
      const known = reasons.get(reason ?? 'UNEXPLAINED') ?? { runs: new Set(), events: 0, example: path }
      reasons.set(reason ?? 'UNEXPLAINED', known)
      known.runs.add(at)
      known.events += 1
    }
  }
}

/** The events, or why the file is refused. */
function read(path: string, text: string, now: number): Found | string {
  const begun = process.cpuUsage()
  try {
    return readSource(Buffer.from(text, 'latin1'), { source: 'sweep', now: new Date(now) })
  } catch (error) {
    if (error instanceof ImportError) return error.message
    crashes += 1
    console.log(`CRASH ${path}: ${String((error as Error).stack)}`)
    return 'crash'
  } finally {
    const { user, system } = process.cpuUsage(begun)
    times.push({ path, seconds: (user + system) / 1e6 })
  }
}

function normalize({ uid, title, start, end = start }: Occurrence): Occurrence {
  const isDay = start.length === 10
  const last = isDay && end.length === 10 ? addDays(end, -1) : end
  return {
    uid: cleanLine(uid) ?? '',
    title: cleanLine(title, 140) ?? '',
    start,
    ...(last > start && { end: last }),
  }
}

function toOccurrence({ uid, fields: { title, date, end, allDay } }: Found['events'][number]): Occurrence {
  const [start, last] = [date, end].map((iso) => (iso !== undefined && allDay ? toDay(iso) : iso))
  return {
    uid: uid.replace(/ \d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/, ''),
    title,
    start: start ?? '',
    ...(last !== undefined && { end: last }),
  }
}

function isWithin({ start, end = start }: Occurrence, now: number): boolean {
  const [from, until] = [start, end].map((text) =>
    text.length === 10 ? startOfDay(text).getTime() : Date.parse(text),
  )
  return (until ?? 0) >= now - day && (from ?? 0) <= now + importLimits.horizon * day
}

function toIso(at: number): string {
  return new Date(at).toISOString()
}

function report(): void {
  const rows = [...reasons].toSorted(([, one], [, other]) => other.runs.size - one.runs.size)
  console.log('| reason | runs | events | example |\n|---|---|---|---|')
  for (const [reason, { runs: affected, events, example }] of rows)
    console.log(`| ${reason} | ${affected.size} | ${events} | ${example} |`)
  console.log(`\nThe reference cannot read ${unread.length} files:\n${unread.join('\n')}`)
  console.log(`\nunexplained: ${unexplained.length}\n${unexplained.join('\n')}`)
  const { path, seconds } = times.reduce((one, other) => (other.seconds > one.seconds ? other : one))
  console.log(
    `\n${new Set(times.map((each) => each.path)).size} files, ${runs} runs, ${equal} equal to the second, ${runs - equal} different, ` +
      `${unexplained.length} events unexplained, ${crashes} crashes; slowest: ${path}, ${seconds.toFixed(1)} s`,
  )
}
