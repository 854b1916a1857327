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
  ['invalid JSON', '[', /is not JSON/],
  ['an object instead of an array', '{}', /the file/],
  [
    'a URL that is not HTTP',
    JSON.stringify([{ ...hook, url: 'file:///etc/passwd' }]),
    /0\.url must be an http/,
  ],
  ['invalid GROQ', JSON.stringify([{ ...hook, filter: '_type ==' }]), /0\.filter is not valid GROQ/],
  ['the same id twice', JSON.stringify([hook, hook]), /two webhooks with the same id/],
  ['an unknown key', JSON.stringify([{ ...hook, filtre: '' }]), /filtre/],
])('refuses %s without repeating the secret', async (_what, content, words) => {
  const fault = await read(content)
  expect(fault).toThrow(words)
  expect(fault).not.toThrow(/hush/)
})

it('names the variable if the file is missing', () => {
  expect(() => readWebhooks('/nowhere/hooks.json')).toThrow(/LAKE_WEBHOOKS names \/nowhere\/hooks\.json/)
})
