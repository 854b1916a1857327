import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContentClient } from '../content/client.ts'
import { startLocalLake } from '../content/local-lake.ts'
import { sweepEvents } from '../content/sweep-events.ts'
import { startEmbeddedPostgres } from '../database/embedded/start.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { checkout } from '../runtime/checkout.ts'

// Measures a sync of 10,000 published events into an empty calendar, and a second sync without changes.
const folder = await mkdtemp(join(tmpdir(), 'founderlist-bench-'))
await using opened = new AsyncDisposableStack()
opened.defer(() => rm(folder, { recursive: true, force: true }))
const lake = opened.use(
  await startLocalLake({
    checkout,
    folder: join(folder, 'content'),
    port: 0,
    studioFolder: folder,
    log: () => {},
  }),
)
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
opened.defer(() => postgres.stop())
const sql = openDatabase(postgres.url)
opened.defer(() => sql.end({ timeout: 5 }))
await migrate(sql)

const client = createContentClient({
  projectId: 'local',
  dataset: 'production',
  apiHost: `http://127.0.0.1:${lake.port}`,
  token: lake.token,
  perspective: 'published',
})
for (let start = 0; start < 10_000; start += 1000) {
  const transaction = client.transaction()
  for (let number = start; number < start + 1000; number += 1) {
    transaction.createOrReplace({
      _id: `event-${number}`,
      _type: 'event',
      title: `Founders evening ${number}`,
      date: new Date(Date.UTC(2026, 10, 21, 0, number)).toISOString(),
      organizers: 'the founders community',
      location: 'SHACK15, Embarcadero',
      description: 'Some forty letters of ordinary writing. '.repeat(10),
    })
  }
  await transaction.commit({ returnDocuments: false })
}
for (const what of ['into an empty calendar', 'with nothing to do']) {
  const startedAt = performance.now()
  const swept = await sweepEvents({ sql, url: postgres.url }, client)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${swept?.published} events ${what}: ${swept?.written} written in ${seconds} s`)
}
