import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startOfDay, toDay } from '#domain/pacific.ts'
import { fillEvents } from './fill.ts'
import { percentile } from './load.ts'
import { openContent, startApi, startDatabase } from './processes.ts'

/**
 * Time from a publish until a visitor gets the change, end to end, over 20 publishes of pages and of an event.
 * `npm run bench:publish -- --events 20000` fills the calendar with that many events first.
 */
const rounds = 20
/** Milliseconds between publishes. Faster ones would share a release (publish-loop.ts). */
const pause = 600
const { values } = parseArgs({ options: { events: { type: 'string', default: '0' } } })
const count = Number(values.events)

await using database = await startDatabase()
if (count > 0) await fillEvents(database.sql, count)
await using api = await startApi(database.url)
const client = await openContent(api.dataFolder)
console.log(`${count} events in the calendar`)

await measure('a page', {
  path: '/sponsors',
  publish: async (round) => {
    await client
      .patch('sponsors')
      .set({ 'tiers[0].price': priceOf(round) * 1000 })
      .commit()
    return `$${priceOf(round)}K`
  },
})
await measure('a text of many pages', {
  path: '/',
  publish: async (round) => {
    const text = `Text of round ${round}.`
    await client.patch('home').set({ sidebarText: text }).commit()
    return text
  },
})
const id = '6f1d2c3b-4a59-4e68-8f77-869504a3b2c1'
const publishEvent = async (round: number) => {
  const title = `Published in round ${round}.`
  await client.createOrReplace({
    _id: id,
    _type: 'event',
    title,
    // Midnight, so that it is the first event on `/events`.
    date: startOfDay(toDay(new Date())).toISOString(),
    organizers: 'the community',
    location: 'SHACK15',
  })
  return title
}
await measure('an event, its page', { path: `/event/${id}`, publish: publishEvent })
const reading = readRepeatedly('/api/events')
await measure('an event, its page, while /api/events is read', {
  path: `/event/${id}`,
  publish: publishEvent,
})
reading.stop()
await measure('an event, the list of events', { path: '/events', publish: publishEvent })
await measure('an event, /api/events', { path: '/api/events', publish: publishEvent })

type Publish = { path: string; publish: (round: number) => Promise<string> }

async function measure(what: string, { path, publish }: Publish): Promise<void> {
  const times: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const startedAt = performance.now()
    const text = await publish(round)
    await until(async () => (await (await fetch(api.base + path)).text()).includes(text))
    times.push(performance.now() - startedAt)
    await sleep(pause)
  }
  const at = (share: number) => Math.round(percentile(times, share))
  console.log(
    `${what}: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, longest ${at(1)} ms, of ${rounds}`,
  )
}

/** Requests the path over and over, as a visitor's browser does. Discards the bodies without decompressing them. */
function readRepeatedly(path: string): { stop: () => void } {
  let isOver = false
  const read = () => {
    if (isOver) return
    get(api.base + path, { headers: { 'Accept-Encoding': 'br' } }, (response) =>
      response.resume().on('end', () => setTimeout(read, 20)),
    )
  }
  read()
  return {
    stop: () => {
      isOver = true
    },
  }
}

function priceOf(round: number): number {
  return 200 + round
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error('The change was not live after two minutes')
    await sleep(5)
  }
}
