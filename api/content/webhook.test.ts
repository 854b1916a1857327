import { evaluate, parse } from 'groq-js'
import { expect, it } from 'vitest'
import { readMessage, webhookSettings } from './webhook.ts'

const known = { _id: 'a', _rev: 'r1', _updatedAt: '2026-11-21T12:00:00Z' }
const sanity = { projectId: 'local', dataset: 'production' }

it.each([
  ['event', { title: 'Demo day' }],
  ['venue', { title: 'Demo day' }],
  ['programme', { title: 'Demo day' }],
  ['sponsors', {}],
])('the webhook of the type %s carries, beside its revision, %j', async (_type, carried) => {
  const after = { ...known, _type, title: 'Demo day' }
  const tree = parse(webhookSettings.projection, { mode: 'delta' })
  const compose = async (change: { before: unknown; after: unknown }) => {
    const root = change.after ?? change.before
    return JSON.stringify(await (await evaluate(tree, { ...change, root, sanity })).get())
  }
  const document = { ...known, _type, ...carried }
  expect(readMessage(await compose({ before: null, after }))?.document).toEqual({
    ...document,
    _updatedAt: '2026-11-21T12:00:00.000Z',
  })
  expect(readMessage(await compose({ before: after, after: null }))).toMatchObject({
    operation: 'delete',
    revision: 'r1',
  })
})
