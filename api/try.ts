import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startWithReplica } from './tests/streaming-replica.ts'
import { openDatabase } from './database/open.ts'
import { openReplica } from './database/replica.ts'
import { openNotifications } from './database/notifications.ts'
import { createAnswerCache } from './answers/answer-cache.ts'
import { followListings } from './listings/follow-listings.ts'
import { migrateDatabase } from './database/migrate.ts'
import { fillListings } from './bench/fill.ts'
import { makeQueries } from './bench/search-queries.ts'
import { search } from './search/search.ts'
import { countListings } from './listings/board-queries.ts'
import { silentLogger } from './tests/silent-logger.ts'
import { createProblems } from './runtime/problems.ts'
import { heavyRead } from './runtime/observe.ts'
import { inLanguage } from '#domain/in-language.ts'
const cpu = (end: string) => {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((n) => /^\d+$/.test(n))) {
    try {
      if (!readlinkSync(`/proc/${pid}/cwd`).endsWith(end)) continue
      const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      ticks += Number(f[11]) + Number(f[12])
      if (readFileSync(`/proc/${pid}/cmdline`,'utf8').includes('-D')) ticks += Number(f[13]) + Number(f[14])
    } catch {}
  }
  return ticks * 10
}
await using pair = await startWithReplica()
const p = openDatabase(pair.primary.url)
await migrateDatabase(pair.primary.url)
const filler = (await import('./database/open.ts')).connect(pair.primary.url, { transform: { column: { from: (x: string) => x } } }); await fillListings(filler as any, Number(process.argv[2]))
await filler.end(); console.log('filled')
const answers = createAnswerCache()
const notifications = openNotifications({ url: pair.primary.url, logger: silentLogger })
followListings(notifications, answers)
const replica = await openReplica({ url: pair.replica.url, primary: p, countChanges: answers.count, problems: createProblems(silentLogger) })
const { typed, misspelled } = await makeQueries(p, 4000)
await sleep(3000)
const count = { replica: 0, database: 0 }
heavyRead.read(({ server }) => void count[server]++)
for (const posts of [0, 1, 10, 50]) {
  for (const [name, readHeavy] of [['alone', (read: any) => read(p)], ['replica', replica.readHeavy]] as const) {
    count.replica = count.database = 0
    const [a, b] = [cpu('/primary'), cpu('/copy')]
    let [done, stop] = [0, false]
    let next = 0
    const posting = (async () => { while (!stop && posts) { await p`insert into listings (category, subcategory, title, description, contact, location) values ('housing','rooms shared','A fine room','A room','x@example.org','SF')`; await sleep(1000 / posts) } })()
    const counting = (async () => { while (!stop) { await readHeavy((sql: any) => countListings(sql)); await sleep(200) } })()
    const searching = [1,2].map(async () => { while (!stop) { const written = (next % 5 ? typed : misspelled)[next++ % 4000]!; await inLanguage('en', () => search(readHeavy, { written, city: undefined, now: new Date(), client: { network: 'x', signal: new AbortController().signal } })); done++; await sleep(5) } })
    await sleep(10000); stop = true
    await Promise.all([posting, counting, ...searching])
    console.log(`posts ${posts}/s ${name}: ${done} searches; CPU ms per search: database ${((cpu('/primary') - a) / done).toFixed(2)}, replica ${((cpu('/copy') - b) / done).toFixed(2)}`, count)
  }
}
await replica[Symbol.asyncDispose](); await notifications[Symbol.asyncDispose](); await p.end()
