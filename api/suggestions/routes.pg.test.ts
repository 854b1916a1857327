import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { toInstants } from '#domain/pacific.ts'
import type { ViewOf } from '#domain/pages/page-view.ts'
import { createContentClient } from '../content/client.ts'
import { formType } from '../http/read-body.ts'
import { useSeededLake } from '../tests/content.ts'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { postOne } from '../tests/manage.ts'
import { requestDesk } from '../tests/moderate.ts'
import { readView } from '../tests/read-page.ts'
import { serveOver } from '../tests/serve.ts'

const lake = useSeededLake()
type Fields = Record<string, string>
type View = Extract<ViewOf<'suggest'>, { state: 'form' }> & { fate?: string }

/** `2026-12-04T18:30`, some days from now. */
const soon = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T18:30`
const soonInUtc = () => toInstants(`${soon(5)}:00`)[0] ?? ''
const typed = (title = 'Dinner', date = soon(5)) => ({ title, date, location: 'Zo House', organizers: 'us' })
const table = (...titles: string[]) =>
  ['title,date,location', ...titles.map((title, at) => `${title},${soon(at + 5)},Zo House`)].join('\n')
const read = async (answer: Response) => readView(await answer.text()) as View

async function open(
  settings: Parameters<typeof serveOver>[1] = {},
  own: Parameters<typeof serveOver>[2] = {},
) {
  const client = createContentClient(lake()).withConfig({ perspective: 'raw' })
  const parts = { allowsLoopback: true, writer: client, ...own }
  const { base, sql, logged } = await serveOver(await openTestDatabase(), settings, parts)
  const send = (path: string, fields: Fields, headers: Fields = {}) =>
    fetch(`${base}/api/suggestions${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html', Origin: base, 'Content-Type': formType, ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  const suggest = async (fields: Fields) => (await send('', fields)).headers.get('location') ?? ''
  const readFate = async (path: string) => {
    const answer = await fetch(base + path)
    return [answer.status, (await read(answer)).fate]
  }
  const listDrafts = (title: string) => client.fetch<unknown[]>('*[title == $title]', { title })
  return { base, sql, logged, client, send, suggest, readFate, listDrafts }
}

async function serveText(text: (path: string) => string | Promise<string>): Promise<string> {
  const server = createServer(async ({ url = '' }, to) => to.end(await text(url))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('what is read from an address and sent becomes a draft, whose link says what becomes of it', async () => {
  const { base, send, readFate, listDrafts, client, sql } = await open()
  const host = `${await serveText(() => table('A <b>dinner</b>'))}/`
  const answer = await send('/read', { address: `${host}events.csv?key=secret` })
  const { form } = await read(answer)
  const expected = { address: host, date: soon(5), location: 'Zo House' }
  expect([answer.status, form.typed]).toMatchObject([200, expected])
  const title = String(form.typed.title)
  const fields = { ...(form.typed as Fields), title: `${title}\u200b`, organizers: 'us', language: 'es' }
  const link = (await send('', fields)).headers.get('location') ?? ''
  expect(link).toMatch(/^\/es\/events\/suggest\/[\da-f-]{36}$/)
  const id = link.slice(-36)
  const draft = { _id: `drafts.${id}`, organizers: 'us', suggested: host }
  expect(await listDrafts(title)).toMatchObject([draft])
  expect(await readFate(link)).toEqual([200, 'waiting'])

  // As a publish does: the row follows the document.
  await client.mutate([{ delete: { id: draft._id } }, { create: { ...draft, _id: id, _type: 'event' } }])
  expect(await readFate(link)).toEqual([200, 'waiting'])
  await sql`insert into events (id, title, date, organizers, location) values (${id}, 'A', now(), 'us', 'here')`
  await expect.poll(() => readFate(link)).toEqual([200, 'taken'])
  expect((await send('', fields)).headers.get('location')).toBe(`/es/event/${id}`)
  for (const path of ['/api/events', `/event/${id}`])
    expect(await (await fetch(base + path)).text()).not.toContain('suggested')
  await client.delete(id)
  await sql`delete from events where id = ${id}`
  await expect.poll(() => readFate(link)).toEqual([200, 'refused'])
  expect(await readFate('/events/suggest/00000000-0000-4000-8000-000000000000')).toEqual([404, undefined])
})

it('repeated, concurrent and similar suggestions make one draft, and none once the team has deleted it', async () => {
  const { suggest, listDrafts, client } = await open()
  const fields = typed('Repeated dinner')
  const [link = '', ...repeated] = await Promise.all([1, 2, 3].map(() => suggest(fields)))
  const similar = await suggest({ ...fields, title: 'The Repeated Dinner!', price: '$5' })
  expect([...repeated, similar]).toEqual([link, link, `${link}?known`])
  expect(await listDrafts(fields.title)).toHaveLength(1)
  await client.delete(`drafts.${link.slice(-36)}`)
  expect(await suggest(fields)).toBe(link)
  expect(await listDrafts(fields.title)).toEqual([])
})

it('a similar draft of the team is answered with its page, whatever its id', async () => {
  const { suggest, send, client, readFate } = await open()
  const fields = { title: 'Chess night', location: 'Zo House', date: soonInUtc() }
  await client.create({ ...fields, _id: 'drafts.Chess.night-1', _type: 'event' })
  const page = '/events/suggest/Chess.night-1'
  expect(await readFate(page)).toEqual([404, undefined])
  const answer = await send('/read', { address: await serveText(() => table(fields.title)) })
  const location = answer.headers.get('location') ?? ''
  expect([location, await readFate(location)]).toEqual([`${page}?known`, [200, 'known']])
  expect(await suggest(typed(fields.title))).toBe(location)
})

it('an event of the calendar is answered with its page, whether it is read or typed', async () => {
  const { suggest, send, sql, readFate } = await open()
  const id = await insertEvent(sql, { title: 'Known', location: 'Zo House', date: soonInUtc() })
  await expect.poll(() => readFate(`/events/suggest/${id}`)).toEqual([200, 'taken'])
  expect(await suggest(typed('Known'))).toBe(`/event/${id}`)
  const answer = await send('/read', { address: await serveText(() => table('Known')) })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/event/${id}`])
})

it('of several events, the next 20 are offered, and the chosen one fills the form', async () => {
  const { send, suggest } = await open()
  await suggest(typed('Talk 1', soon(6)))
  const titles = Array.from({ length: 25 }, (_, at) => `Talk ${at}`)
  const address = await serveText(() => table(...titles))
  const { found = [], hasMore } = await read(await send('/read', { address }))
  expect([found.map((each) => each.typed.title), hasMore]).toEqual([titles.slice(0, 20), true])
  expect(found.slice(0, 3).map(({ known }) => known !== undefined)).toEqual([false, true, false])
  const { form } = await read(await send('/read', { ...(found[2]?.typed as Fields), chosen: 'on' }))
  expect(form.typed).toMatchObject({ title: 'Talk 2', date: soon(7) })
})

it.each([
  ['javascript:alert(1)', /Only web addresses can be fetched/],
  ['file:///etc/passwd', /Only web addresses can be fetched/],
  ['nonsense', /This is not a web address/],
  ['http://10.0.0.1/', /private network/],
  ['/empty', /without events/],
  ['/large', /larger than 20 MB/],
  ['/over', /already over/],
])(
  'fault 64: the address %s gets the importer’s sentence, and the form stays filled',
  async (path, message) => {
    const { send } = await open()
    const base = await serveText((asked) => {
      if (asked === '/large') return 'x'.repeat(21 * 1024 * 1024)
      return asked === '/over' ? 'title,date\nOver,2020-01-01 18:30' : '<p>nothing</p>'
    })
    const address = path.startsWith('/') ? base + path : path
    const answer = await send('/read', { address })
    expect(answer.status).toBe(422)
    const expected = { typed: { address }, message: expect.stringMatching(message) as string }
    expect((await read(answer)).form).toMatchObject(expected)
  },
)

it('names what is missing or wrong at its field', async () => {
  const { send } = await open()
  const wrong = { title: '\u200b', date: '2020-01-01T18:30', end: 'x', url: 'javascript:alert(1)' }
  const answer = await send('', { ...wrong, organizers: 'us' })
  const { form } = await read(answer)
  expect([answer.status, form.typed.organizers]).toEqual([400, 'us'])
  expect(Object.keys(form.faults).toSorted()).toEqual(['date', 'end', 'location', 'title', 'url'])
})

it('when too many addresses are read, it says so, and the form stays filled', async () => {
  const { send } = await open()
  const { promise, resolve } = Promise.withResolvers<string>()
  const address = await serveText(() => promise)
  const readings = Array.from({ length: 9 }, () => send('/read', { address }))
  const answer = await Promise.race(readings)
  const form = { typed: { address }, message: expect.stringContaining('too many addresses') as string }
  expect([answer.status, (await read(answer)).form]).toMatchObject([503, form])
  resolve('x'.repeat(21 * 1024 * 1024))
  await Promise.all(readings)
})

it('a description of 10,000 characters in any script is accepted', async () => {
  const { send } = await open()
  expect(await send('', { ...typed('Essays'), description: '会'.repeat(10_000) })).toHaveProperty(
    'status',
    303,
  )
})

it('has the board’s trap and bans, before anything is fetched, and limits of its own', async () => {
  const { send, base, sql, listDrafts } = await open({ filter: 'on' })
  let fetched = 0
  const address = await serveText(() => table(`Talk ${(fetched += 1)}`))
  const count = (kind: string, times: number) =>
    sql`insert into counted_requests (kind, network) select ${kind}, '*' from generate_series(1, ${times}::integer)`
  const sendBoth = async (more: Fields = {}, headers: Fields = {}) => [
    await send('/read', { address, ...more }, headers),
    await send('', { ...typed('Unwanted'), ...more }, headers),
  ]
  for (const { status } of await sendBoth({}, { Origin: 'http://elsewhere.test' })) expect(status).toBe(403)
  for (const answer of await sendBoth({ leaveEmpty: 'x' }))
    expect((await read(answer)).form.message).toContain('leave this empty')
  await count('readings', 100)
  await count('suggestions', 100)
  for (const answer of await sendBoth()) expect([answer.status, await read(answer)]).toMatchObject([429, {}])
  const { id } = await postOne(base)
  await requestDesk(base, 'POST', 'bans', { kind: 'network', listing: id, who: 'Ada' })
  for (const answer of await sendBoth())
    expect((await read(answer)).form.message).toContain('the network it comes from is banned')
  expect([fetched, await listDrafts('Unwanted')]).toEqual([0, []])
})

it('without the Content Lake or a token for it, nothing is lost or counted, and unknown ids stay unknown', async () => {
  const settings = { ...lake(), apiHost: 'http://127.0.0.1:9' }
  for (const writer of [createContentClient(settings).withConfig({ perspective: 'raw' }), undefined]) {
    const { send, sql, readFate, logged } = await open({}, { writer })
    const answer = await send('', typed('Kept'))
    expect([answer.status, (await read(answer)).form.typed.title]).toEqual([503, 'Kept'])
    expect(await sql`select kind from counted_requests union all select what from moderation_log`).toEqual([])
    const id = '00000000-0000-4000-8000-000000000000'
    expect(await readFate(`/events/suggest/${id}`)).toEqual([404, undefined])
    await sql`insert into moderation_log (who, what, target) values ('visitor', 'suggest', ${id})`
    expect(await readFate(`/events/suggest/${id}`)).toEqual([503, undefined])
    expect(logged().includes('a suggestion could not be found')).toBe(writer !== undefined)
  }
})
