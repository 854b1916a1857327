import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '../test-support/start-lake.ts'
import { readWebhooks } from './webhooks.ts'

async function read(content: string) {
  const path = join(await makeFolder(), 'webhooks.json')
  await writeFile(path, content)
  return () => readWebhooks(path)
}

const hook = { id: 'site', url: 'http://127.0.0.1:1/hook', secret: 'hush' }

it('needs no name, filter or projection', async () => {
  expect((await read(JSON.stringify([hook])))()).toEqual([hook])
})

it.each([
  ['no JSON', '[', /is no JSON/],
  ['no array', '{}', /the file/],
  ['no address', JSON.stringify([{ ...hook, url: 'file:///etc/passwd' }]), /0\.url must be an http/],
  ['no GROQ', JSON.stringify([{ ...hook, filter: '_type ==' }]), /0\.filter is no GROQ/],
  ['the same id twice', JSON.stringify([hook, hook]), /two of the same id/],
  ['a word too many', JSON.stringify([{ ...hook, filtre: '' }]), /filtre/],
])('refuses %s in words that repeat no secret', async (_what, content, words) => {
  const fault = await read(content)
  expect(fault).toThrow(words)
  expect(fault).not.toThrow(/hush/)
})

it('names the variable when there is no file', () => {
  expect(() => readWebhooks('/nowhere/hooks.json')).toThrow(/LAKE_WEBHOOKS names \/nowhere\/hooks\.json/)
})
