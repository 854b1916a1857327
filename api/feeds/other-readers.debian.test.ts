import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Ajv from 'ajv'
import jsonFeedSchema from 'jsonfeed-schema/schema-v1.1.json' with { type: 'json' }
import { beforeAll, expect, it } from 'vitest'
import { addDays, moveToDay, toDay } from '#domain/pacific.ts'
import { ensureDebianPackages } from '../tests/debian-packages.ts'
import { insertEvent } from '../tests/events.ts'
import { postOne } from '../tests/manage.ts'
import { type Served, serve } from '../tests/serve.ts'

beforeAll(() =>
  ensureDebianPackages(
    'python3-icalendar',
    'python3-vobject',
    'python3-feedparser',
    'vdirsyncer',
    'php-sabre-vobject',
  ),
)

const run = promisify(execFile)
const script = fileURLToPath(new URL('read-feeds.py', import.meta.url))
const validator = fileURLToPath(new URL('validate-calendar.php', import.meta.url))

/** What a Python library reads from an answer. */
async function readWith(library: string, served: Served, path: string): Promise<unknown> {
  const { stdout } = await run('/usr/bin/python3', ['-I', script, library, await save(served, path)])
  return JSON.parse(stdout)
}

/** Saves an answer and returns the path of the file. */
async function save({ base }: Served, path: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'founderlist-feed-')), 'feed')
  const answer = await fetch(base + path)
  expect(answer.status).toBe(200)
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  return file
}

/** Without a backslash before an n: icalendar 4 reads that as a line break. */
const hostile = `,;:\\  "quoted" <script>alert(1)</script> ]]> &amp; é😀 ${'long '.repeat(60)}`
const today = toDay(new Date())
const inDays = (days: number) => moveToDay('2026-11-21T20:00:00Z', addDays(today, days))

async function waitForFeed({ base }: Served, isThere: (text: string) => boolean): Promise<void> {
  const read = async () => (await fetch(`${base}/events.ics`)).text()
  await expect.poll(async () => isThere(await read())).toBe(true)
}

/** Inserts one event of each kind. Returns what a reader must find, sorted by time. */
async function insertAll(served: Served) {
  const { sql } = served
  const kinds = [
    { title: 'plain', date: inDays(1) },
    { title: hostile, date: inDays(2), location: hostile, description: `${hostile}\n\r\nBEGIN:VEVENT` },
    { title: 'with an end', date: inDays(3), end: inDays(4) },
    { title: 'whole days', date: inDays(5), end: inDays(6), allDay: true },
    { title: 'called off', date: inDays(7), status: 'cancelled' },
    { title: 'before the clocks change', date: '2028-11-05T08:30:00.000Z' },
    { title: 'after the clocks changed', date: '2028-11-05T09:30:00.000Z' },
    { title: 'in the spring', date: '2029-03-11T10:00:00.000Z' },
  ]
  const wanted = []
  for (const { end, allDay = null, status = null, ...fields } of kinds) {
    const { title, date } = fields
    const { location = 'SHACK15', description = 'Coffee.' } = fields
    const uid = await insertEvent(sql, { location, description, ...fields })
    await sql`update events set ends_at = ${end ?? null}, all_day = ${allDay ?? false}, status = ${status ?? 'scheduled'} where id = ${uid}`
    wanted.push({
      uid,
      title: status ? `Cancelled: ${title}` : title,
      text: `${description.replace(/\r\n?/g, '\n')}\n\nhttp://site.test/event/${uid}`,
      place: location,
      status: status ? 'CANCELLED' : 'CONFIRMED',
      start: allDay ? toDay(date) : date,
      end: end === undefined ? null : allDay ? addDays(toDay(end), 1) : end,
    })
  }
  // The calendar picks up changed rows with a delay.
  await waitForFeed(served, (text) => text.match(/^BEGIN:VEVENT/gm)?.length === wanted.length)
  return wanted
}

it.each(['icalendar', 'vobject'])(
  'fault 51: %s reads the calendar file as it was written',
  async (library) => {
    const served = await serve()
    const wanted = await insertAll(served)
    expect(await readWith(library, served, '/events.ics')).toEqual(wanted)
  },
)

it.each(['icalendar', 'vobject'])('%s reads the earliest and the latest events', async (library) => {
  const served = await serve()
  const dates = [
    { date: '1900-01-02T00:00:00.000Z', start: '1900-01-02T00:00:00.000Z', end: null },
    { date: '1900-01-02T00:00:00.000Z', allDay: true, start: '1900-01-01', end: '1900-01-02' },
    { date: '9998-12-31T23:59:59.000Z', start: '9998-12-31T23:59:59.000Z', end: null },
    { date: '9998-12-31T23:59:59.000Z', allDay: true, start: '9998-12-31', end: '9999-01-01' },
  ] as const
  for (const [index, { start: _, end: __, ...fields }] of dates.entries())
    await insertEvent(served.sql, { title: `event ${index}`, ...fields })
  await served.sql`update events set series = 'all'`
  const read = () => readWith(library, served, '/series/all.ics')
  await expect.poll(read).toMatchObject(dates.map(({ start, end }) => ({ start, end })))
})

it('every kind of calendar file is valid for sabre/vobject', async () => {
  const served = await serve()
  const events = await insertAll(served)
  const validate = async (path: string) => {
    const { stdout } = await run('/usr/bin/php', [validator, await save(served, path)])
    return JSON.parse(stdout) as { entries: number; messages: string[] }
  }
  await served.sql`update events set series = 'club' where title like 'with%' or title like 'whole%'`
  await expect.poll(() => validate('/series/club.ics')).toEqual({ entries: 2, messages: [] })
  for (const [path, entries] of [
    ['/events.ics', events.length],
    ['/events.ics?venue=SHACK15', events.length - 1],
    [`/events/${inDays(1).slice(0, 10)}.ics`, 1],
    ...events.map(({ uid }) => [`/event/${uid}.ics`, 1] as const),
  ] as const)
    expect([path, await validate(path)]).toEqual([path, { entries, messages: [] }])
})

it('vdirsyncer can subscribe to the calendar file and sees changes', async () => {
  const served = await serve()
  const wanted = await insertAll(served)
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-vdirsyncer-'))
  const config = join(folder, 'config')
  // Otherwise vdirsyncer asks whether to create the folder.
  await mkdir(join(folder, 'events'))
  await writeFile(
    config,
    `[general]
status_path = "${folder}/status"
[pair events]
a = "site"
b = "disk"
collections = null
conflict_resolution = "a wins"
[storage site]
type = "http"
url = "${served.base}/events.ics"
[storage disk]
type = "filesystem"
path = "${folder}/events"
fileext = ".ics"
`,
  )
  const sync = async () => {
    await run('vdirsyncer', ['--config', config, 'discover'], { timeout: 60_000 })
    await run('vdirsyncer', ['--config', config, 'sync'], { timeout: 60_000 })
    const files = await readdir(join(folder, 'events'))
    return Promise.all(files.map((file) => readFile(join(folder, 'events', file), 'utf8')))
  }
  // vdirsyncer gives each entry its own id.
  const links = (await sync()).map((text) => /\/event\/([\w-]+)/.exec(text.replace(/\r?\n /g, ''))?.[1])
  expect(links.toSorted()).toEqual(wanted.map(({ uid }) => uid).toSorted())
  await served.sql`update events set title = 'moved', updated_at = now() + interval '1 second' where title = 'plain'`
  await waitForFeed(served, (text) => text.includes('SUMMARY:moved'))
  expect((await sync()).filter((text) => text.includes('SUMMARY:moved'))).toHaveLength(1)
})

it.each(['xml', 'atom'])('feedparser reads the web feeds: .%s', async (end) => {
  const served = await serve()
  const events = await insertAll(served)
  const listing = await postOne(served.base, {
    category: 'jobs',
    subcategory: 'product',
    title: 'violin <b>',
  })
  const found = (await readWith('feedparser', served, `/events/feed.${end}`)) as Array<{ id: string }>
  expect(found.map(({ id }) => id).toSorted()).toEqual(events.map(({ uid }) => `urn:uuid:${uid}`).toSorted())
  const wanted = [
    { id: `urn:uuid:${listing.id}`, title: 'violin <b>', url: `http://site.test/listing/${listing.id}` },
  ]
  for (const path of [`/category/jobs/feed.${end}`, `/search.${end}?q=violin`])
    expect(await readWith('feedparser', served, path)).toEqual(wanted)
  expect(await readWith('feedparser', served, `/search.${end}?q=piano`)).toEqual([])
})

it('the JSON feeds match the JSON Feed schema', async () => {
  const served = await serve()
  await insertAll(served)
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(jsonFeedSchema)
  for (const path of ['/events/feed.json', '/category/jobs/feed.json', '/search.json?q=violin']) {
    validate(await (await fetch(served.base + path)).json())
    expect([path, validate.errors]).toEqual([path, null])
  }
})
