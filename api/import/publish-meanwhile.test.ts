import { expect, it } from 'vitest'
import { previewImport, writeImport } from '#domain/import/run-import.ts'
import { createContentClient } from '../content/client.ts'
import { useSeededLake } from '../tests/content.ts'
import { readSource } from './read-source.ts'

const lake = useSeededLake()
const now = new Date('2026-11-23T17:00:00Z')

/** Prepares an import that is not written yet, as while a person reads the preview. */
async function startImport(name: string, location: string) {
  const client = createContentClient(lake()).withConfig({ perspective: 'raw' })
  const table = `title,date,location,id\n${name},2026-12-04 18:30,${location},1\n`
  const found = readSource(Buffer.from(table), { source: `import.${name}`, now })
  const preview = await previewImport(client, async () => found, { now })
  const id = found.events[0]?.id ?? ''
  return {
    client,
    id,
    draft: `drafts.${id}`,
    write: () => writeImport(client, preview, { now, name }),
    publish: async (changes: Record<string, unknown> = {}) => {
      const draft = await client.getDocument(`drafts.${id}`)
      await client.mutate([
        { createOrReplace: { ...draft, ...changes, _id: id, _type: 'event' } },
        { delete: { id: `drafts.${id}` } },
      ])
    },
  }
}

const refusal = /^Nothing was written: an event has changed since the comparison\. Compare and import again/

it('does not change a draft that was edited or published meanwhile', async () => {
  await (await startImport('draft', 'Zo House')).write()
  const { client, id, draft, publish, write } = await startImport('draft', 'SHACK15')
  await publish({ location: 'Ours' })
  await expect(write()).rejects.toThrow(refusal)
  expect(await client.getDocument(draft)).toBeUndefined()
  expect(await client.getDocument(id)).toMatchObject({ location: 'Ours' })
})

it('creates no draft from an old version of a published event, and overwrites no draft of an editor', async () => {
  const first = await startImport('published', 'Zo House')
  await first.write()
  await first.publish()
  const { client, id, draft, write } = await startImport('published', 'SHACK15')
  await client.patch(id).set({ description: 'Ours' }).commit()
  await expect(write()).rejects.toThrow(refusal)
  expect(await client.getDocument(draft)).toBeUndefined()

  const again = await startImport('published', 'SHACK15')
  await client.create({ _id: draft, _type: 'event', title: 'Begun' })
  await expect(again.write()).rejects.toThrow(refusal)
  expect(await client.getDocument(draft)).toMatchObject({ title: 'Begun' })
})

it('creates no draft of an event that another import created and somebody published', async () => {
  const waiting = await startImport('twice', 'Zo House')
  const other = await startImport('twice', 'Zo House')
  await other.write()
  await other.publish({ title: 'Ours' })
  await expect(waiting.write()).rejects.toThrow(refusal)
  expect(await waiting.client.getDocument(waiting.draft)).toBeUndefined()
})
