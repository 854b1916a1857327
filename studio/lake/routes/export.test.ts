import { exportDataset } from '@sanity/export'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { request } from '../test-support/request.ts'
import { makeDocuments } from '../test-support/make-documents.ts'
import { connect, makeFolder, startLake } from '../test-support/start-lake.ts'

const path = '/data/export/production'

function idsOf(text: string): string[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { _id: string })._id)
}

it('streams all documents as NDJSON, or those of the given types', async () => {
  const lake = await startLake()
  await lake.client.mutate(makeDocuments(250).map((create) => ({ create })))
  await lake.client.create({ _id: 'drafts.event-1', _type: 'event' })
  const { text } = await request(lake, 'GET', path)
  expect(new Set(idsOf(text)).size).toBe(251)
  expect(text.split('\n').find((line) => line.includes('"_id":"event-7"'))).toBe(
    JSON.stringify(await lake.client.getDocument('event-7')),
  )
  expect(idsOf((await request(lake, 'GET', `${path}?types=author,none`)).text).length).toBe(20)
  // As `sanity migration run` writes it.
  const headers = { Authorization: `Bearer ${lake.token}` }
  const doubled = await fetch(`${lake.origin}//v2024-01-29${path}`, { headers })
  expect(new Set(idsOf(await doubled.text())).size).toBe(251)
  expect((await fetch(`${lake.origin}//v2024-01-29${path}`)).status).toBe(401)
})

it.each(['stream', 'cursor'] as const)('works with @sanity/export in %s mode', async (mode) => {
  const lake = await startLake()
  await lake.client.mutate(makeDocuments(60).map((create) => ({ create })))
  const folder = await makeFolder()
  const { documentCount } = await exportDataset({
    client: connect(lake.port, lake.token),
    dataset: 'production',
    outputPath: join(folder, 'export.tar'),
    compress: false,
    assets: false,
    mode,
  })
  expect(documentCount).toBe(60)
  const written = await readFile(join(folder, 'export.tar'), 'utf8')
  const ids = [...written.matchAll(/"_id":"([^"]+)"/g)].map(([, id]) => id)
  expect(ids.toSorted()).toEqual((await lake.client.fetch<string[]>('*[]._id')).toSorted())
})
