import { expect, it } from 'vitest'
import { openStore } from './store/open-store.ts'
import { formatError, isStorageFull } from './errors.ts'
import { toLakeError } from './http/answers.ts'
import { makeFolder } from './test-support/start-lake.ts'

it('recognizes a full disk by the error codes of SQLite and the operating system, and no other error', async () => {
  const store = openStore(await makeFolder())
  const pages = Number(store.database.prepare('PRAGMA page_count').get()?.['page_count'])
  store.database.exec(`PRAGMA max_page_count = ${pages + 1}`)
  const write = (text: string) =>
    store.transact({ mutations: [{ create: { _id: 'a', _type: 'post', text } }], identity: 'local-editor' })
  let fault: unknown
  try {
    write('x'.repeat(100_000))
  } catch (error) {
    fault = error
  }
  expect(isStorageFull(fault)).toBe(true)
  expect(formatError(fault)).toMatch(/^The disk of the Content Lake is full, .*make room[^\n]*$/)
  expect(isStorageFull(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(true)
  expect([new Error('no'), undefined, null, 'full', { errcode: 5 }].map(isStorageFull)).toEqual(
    Array.from({ length: 5 }, () => false),
  )
  expect(toLakeError(fault)).toMatchObject({ status: 507, message: expect.stringMatching(/make room/) })
  store.database.exec('PRAGMA max_page_count = 100000')
  write('now it fits')
  expect(store.get('a')).toMatchObject({ text: 'now it fits' })
  store.close()
})
