import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { StoredEvent } from '#domain/import/compare.ts'
import type { ImportSource } from '#domain/import/plan.ts'
import { createContentClient } from '../content/client.ts'
import { formatError } from '../runtime/operator.ts'
import { useSeededLake } from '../tests/content.ts'
import { runCommand } from '../tests/server-process.ts'
import { importEvents } from './import.ts'

const lake = useSeededLake()
const client = () => createContentClient(lake()).withConfig({ perspective: 'raw' })

beforeAll(() => {
  vi.stubEnv('SANITY_PROJECT_ID', lake().projectId)
  vi.stubEnv('SANITY_DATASET', lake().dataset)
  vi.stubEnv('SANITY_API_HOST', lake().apiHost)
  vi.stubEnv('SANITY_WRITE_TOKEN', lake().token)
})
afterAll(() => void vi.unstubAllEnvs())

/** Runs the command in this process: starting one takes most of the time. */
async function run(words: string[]) {
  let stdout = ''
  const print = (line: string) => void (stdout += `${line}\n`)
  const stderr = await importEvents(words, print).then(() => '', formatError)
  return { code: stderr === '' ? 0 : 1, stdout, stderr }
}

const day = 86_400_000
/** `20261204T183000Z`, some days from now. */
const soon = (days: number) =>
  `${new Date(Date.now() + days * day).toISOString().slice(0, 10).replaceAll('-', '')}T183000Z`

function calendar(...events: Array<Record<string, string>>): string {
  const lines = events.flatMap((event) => [
    'BEGIN:VEVENT',
    ...Object.entries(event).map(([name, value]) => `${name}:${value}`),
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'X-WR-CALNAME:The club', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const listDrafts = (source: string) =>
  client().fetch<StoredEvent[]>('*[imported.source == $source] | order(title)', { source })
const listSources = () => client().fetch<ImportSource[]>('*[_type == "importSource"]')

it(
  'prints the differences between a file and the content, and writes drafts with --write',
  { timeout: 300_000 },
  async () => {
    const file = join(await makeFolder(), 'club.ics')
    const dinner = { UID: 'dinner', DTSTART: soon(5), SUMMARY: 'Dinner', LOCATION: 'Zo House' }
    await writeFile(file, calendar(dinner, { UID: 'talk', DTSTART: soon(6), SUMMARY: 'Talk' }))

    const first = await run([file])
    expect(first).toMatchObject({ code: 0 })
    expect(first.stdout).toMatch(/^The club: calendar, events until [\d-]+: 2\n/)
    expect(first.stdout).toContain('  Dinner\n')
    expect(first.stdout).toMatch(/\n2 new\nNothing was written: add --write\.\n$/)
    expect(await listSources()).toEqual([])

    expect((await run([file, '--write'])).stdout).toMatch(/\n2 drafts were written\.\n$/)
    const [source] = await listSources()
    expect(source).toMatchObject({
      name: 'The club',
      kind: 'calendar',
      lastRun: { text: '2 new', isFault: false },
    })
    const drafts = await listDrafts(source?._id ?? '')
    expect(drafts).toMatchObject([
      { title: 'Dinner', location: 'Zo House', organizers: 'The club', status: 'scheduled' },
      { title: 'Talk' },
    ])
    expect(drafts[0]?._id).toMatch(/^drafts\.[0-9a-f-]{36}$/)

    // Concurrent runs create no duplicates either.
    const again = await Promise.all([run([file, '--write']), run([file, '--write'])])
    for (const { stdout } of again) expect(stdout).toMatch(/\n2 unchanged\n0 drafts were written\.\n$/)

    await client()
      .patch(drafts[1]?._id ?? '')
      .set({ title: 'A better title' })
      .commit()
    await writeFile(
      file,
      calendar({ ...dinner, LOCATION: 'SHACK15' }, { UID: 'talk', DTSTART: soon(6), SUMMARY: 'Speech' }),
    )
    const changed = await run([file, '--write'])
    expect(changed.stdout).toContain('    location: “Zo House” → “SHACK15”\n')
    expect(changed.stdout).toContain('    title: “A better title” → “Speech” (an editor has changed it)\n')
    expect(changed.stdout).toMatch(
      /\n1 changed; waiting for a person: 1 edited by hand\nOne draft was written\.\n$/,
    )
    expect(await listDrafts(source?._id ?? '')).toMatchObject([
      { title: 'A better title' },
      { title: 'Dinner', location: 'SHACK15' },
    ])
    await run([file, '--write', '--take', 'edited'])
    expect(await listDrafts(source?._id ?? '')).toMatchObject([{ title: 'Dinner' }, { title: 'Speech' }])

    await writeFile(file, calendar({ ...dinner, LOCATION: 'SHACK15', DTSTART: soon(400) }))
    const missing = await run([file, '--source', ''])
    expect(missing.stdout).toMatch(/^The club: /)
    expect(missing.stdout).toContain('\nOne event is more than 180 days away: left out.\n')
    expect(missing.stdout).toContain('  Dinner\n    the source still has it, but ')
    expect(missing.stdout).toContain('\n1 left out; waiting for a person: 1 gone from the source\n')
    expect(await run([file, '--write', '--take', 'gone', '--keep', 'gone'])).toMatchObject({
      code: 1,
      stderr: '--take and --keep both name “Speech”: name it in one of them',
    })
    await run([file, '--write', '--take', 'gone'])
    expect(await listDrafts(source?._id ?? '')).toMatchObject([
      { title: 'Dinner', status: 'scheduled' },
      { title: 'Speech', status: 'cancelled' },
    ])

    await writeFile(file, calendar(dinner).slice(0, -20))
    expect(await run([file, '--write'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The calendar is cut off'),
    })
    await writeFile(file, '<!doctype html>')
    expect(await run([file, '--write'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A calendar was expected, but this is a web page'),
    })
  },
)

it(
  'fetches an address, remembers the mapping of a table, and holds possible duplicates',
  { timeout: 300_000 },
  async () => {
    let body = `What,When\nChess,${new Date(Date.now() + 9 * day).toISOString().slice(0, 10)} 18:30\n`
    const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events.csv`

    expect(await run([address])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('private network'),
    })
    vi.stubEnv('IMPORT_LOOPBACK', 'allow')
    const allowed = (...words: string[]) => run([address, ...words])
    const mapped = ['--map', 'title=What', '--map', 'date=When', '--zone', 'America/New_York']
    const first = await allowed('--write', '--source', 'Chess club', '--hourly', 'on', ...mapped)
    expect(first.stdout).toContain(
      'One event has no zone: read as America/New_York, as chosen for this source.',
    )
    expect(first.stdout).toMatch(/One draft was written\.\n$/)
    expect((await allowed()).stdout).toContain('\n1 unchanged\n')
    expect(await allowed('--write', '--map', 'title=Who', '--map', 'date=When')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'The table has no column “Who”. The table has the columns What, When: name all',
      ),
    })
    expect((await listSources()).find(({ name }) => name === 'Chess club')).toMatchObject({
      address,
      hourly: true,
      zone: 'America/New_York',
      mapping: '{"title":"What","date":"When"}',
    })

    const file = join(await makeFolder(), 'other.csv')
    await writeFile(file, body.replace('Chess', 'Chess!').replace('18:30', '15:45'))
    const held = await run([file, '--write', '--map', 'title=What', '--map', 'date=When'])
    expect(held.stdout).toContain('    looks like “Chess”, ')
    expect(held.stdout).toMatch(/waiting for a person: 1 possible duplicate\n0 drafts were written\.\n$/)
    body = 'What,When\n'
    expect(await allowed()).toMatchObject({ code: 1, stderr: expect.stringContaining('has no rows') })
  },
)

it('imports large calendars in parts, as one source', async () => {
  const file = join(await makeFolder(), 'many.ics')
  // Each draft has its description twice. A part has at most two million characters.
  const events = Array.from({ length: 250 }, (_, at) => ({
    UID: String(at),
    DTSTART: soon(2 + (at % 170)),
    SUMMARY: `Event ${at}`,
    DESCRIPTION: 'word '.repeat(999),
  }))
  await writeFile(file, calendar(...events))
  const first = await run([file, '--write'])
  expect(first.stdout).toMatch(/\n250 new\n250 drafts were written\.\n$/)
  await writeFile(
    file,
    calendar(...events.slice(0, -1), { UID: 'other', DTSTART: soon(2), SUMMARY: 'Other' }),
  )
  expect((await run([file])).stdout).toContain(
    '\n1 new, 249 unchanged; waiting for a person: 1 gone from the source\n',
  )
})

it.each([
  [[], /Name one file or address/],
  [['a', 'b'], /Name one file or address/],
  [['--fly'], /Unknown option/],
  [['/nowhere/x.ics'], /^There is no file \/nowhere\/x\.ics$/m],
  [[tmpdir()], /^\S+ is a folder: name a file$/m],
  [['/dev/zero'], /^It is larger than 20 MB$/m],
  [['ftp://example.org/x.ics'], /Only web addresses/],
  [['/nowhere/x.ics', '--map', 'x=y'], /--map takes field=column/],
  [['/nowhere/x.ics', '--map', 'location='], /--map takes field=column/],
])('says what is wrong with %o', async (words, message) => {
  expect(await run(words)).toMatchObject({ code: 1, stderr: expect.stringMatching(message) })
})

it('lists its options, and is a command', async () => {
  expect(await runCommand('import.ts', ['--help'], {})).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^npm run import -- <file or address> \[options\]\n/),
    stderr: '',
  })
})
