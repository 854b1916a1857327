import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { ImportSource } from '#domain/import/plan.ts'
import { createContentClient } from '../content/client.ts'
import { useSeededLake } from '../tests/content.ts'
import { silentLogger } from '../tests/silent-logger.ts'
import { sourceOfAddress } from './find-events.ts'
import { importDue } from './import-loop.ts'

const lake = useSeededLake()

const hour = 3_600_000
const start = new Date('2026-11-23T17:00:00Z')
const later = (hours: number) => new Date(start.getTime() + hours * hour)

it('imports the enabled sources once an hour and records the outcome', async () => {
  const client = createContentClient(lake()).withConfig({ perspective: 'raw' })
  let asked = 0
  let title = 'Dinner'
  let columns = 'title,date'
  const server = createServer((_, response) => {
    asked += 1
    response.end(title === '' ? 'gone' : `${columns}\n${title},2026-12-04 18:30\n`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { source: _id, address } = sourceOfAddress(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/e.csv`,
  )
  const lastRun = { at: later(-2).toISOString(), by: 'Ana', text: '', isFault: false }
  await client.createOrReplace({ _id, _type: 'importSource', name: 'Club', address, hourly: true, lastRun })
  await client.createOrReplace({ _id: 'copy', _type: 'importSource', name: 'Copy', address, hourly: true })
  const off = sourceOfAddress(`${address}?off`)
  await client.createOrReplace({ _id: off.source, _type: 'importSource', name: 'Off', address: off.address })
  const run = (now: Date, allowsLoopback = true) =>
    importDue(client, { now, logger: silentLogger, fetchSettings: { allowsLoopback } })
  const readRun = async () => (await client.fetch<ImportSource>('*[_id == $_id][0]', { _id })).lastRun
  const listDrafts = () => client.fetch<string[]>('*[imported.source == $_id]{"id": _id, title}', { _id })

  await Promise.all([run(start), run(start)])
  expect(asked).toBe(1)
  expect(await readRun()).toEqual({ at: start.toISOString(), text: '1 new', isFault: false })
  expect(await listDrafts()).toMatchObject([{ id: expect.stringMatching(/^drafts\./), title: 'Dinner' }])

  await run(later(0.5))
  expect(asked).toBe(1)
  title = ''
  await run(later(1.1))
  expect(await readRun()).toMatchObject({
    text: 'This is not a calendar, a web page with events or a table',
    isFault: true,
  })
  expect(await listDrafts()).toHaveLength(1)

  await run(later(2.2), false)
  expect(await readRun()).toMatchObject({ text: expect.stringContaining('private network'), isFault: true })
  title = 'Dinner'
  columns = 'subject,at'
  await run(later(3.3))
  expect(await readRun()).toMatchObject({
    text: expect.stringContaining('Choose the columns'),
    isFault: true,
  })
  columns = 'title,date'
  await run(later(4.4))
  expect(await readRun()).toEqual({ at: later(4.4).toISOString(), text: '1 unchanged', isFault: false })
})

it('goes on with the other sources when a failure cannot be stored', async () => {
  const client = createContentClient(lake()).withConfig({ perspective: 'raw' })
  const server = createServer((request, response) => {
    response.end(request.url === '/broken' ? 'nothing' : 'title,date\nLunch,2026-12-05 12:00\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const [broken, intact] = ['/broken', '/intact.csv'].map((path) =>
    sourceOfAddress(`http://127.0.0.1:${port}${path}`),
  )
  for (const [index, { source: _id, address }] of [broken!, intact!].entries())
    await client.createOrReplace({
      _id,
      _type: 'importSource',
      name: address,
      address,
      hourly: true,
      lastRun: { at: later(index - 9).toISOString(), text: '', isFault: false },
    })
  const refusing = new Proxy(client, {
    get(target, key) {
      if (key === 'mutate') return (mutations: never[]) => refuseBroken(mutations)
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const refuseBroken = (mutations: never[]) =>
    JSON.stringify(mutations).includes(broken!.source)
      ? Promise.reject(new Error('refused'))
      : client.mutate(mutations)
  await importDue(refusing, {
    now: later(48),
    logger: silentLogger,
    fetchSettings: { allowsLoopback: true },
  })
  const drafts = await client.fetch<unknown[]>('*[imported.source == $source]', { source: intact!.source })
  expect(drafts).toHaveLength(1)
})
