import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { openStudio } from './support/studio.ts'
import { expect, test as base } from './support/test.ts'

/** A page of another origin: a server on another port of this machine. */
const test = base.extend<{ foreignPage: Page }>({
  foreignPage: async ({ page, expectErrors }, use) => {
    expectErrors(/./)
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html')
      response.end('<!doctype html><title>strange</title>')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
    await use(page)
    server.close()
    server.closeAllConnections()
  },
})

const secret = { _id: 'drafts.home', _type: 'home', sidebarText: 'a secret' }
const drafts = '/v2025-02-19/data/query/production?perspective=raw&query=*[_id == "drafts.home"]'
const mutate = '/v2025-02-19/data/mutate/production'
const mutation = JSON.stringify({ mutations: [{ create: { _id: 'mark', _type: 'event', title: 'mark' } }] })

type RequestOptions = Pick<RequestInit, 'method' | 'mode' | 'credentials'> & {
  headers?: Record<string, string>
  body?: string
}

/** What a page gets from a URL: the text, or the error's name if the browser blocks the response. */
function read(page: Page, address: string, options: RequestOptions = {}): Promise<string> {
  return page.evaluate(
    async ([url, init]) =>
      fetch(url, init).then(
        (response) => response.text(),
        (error: Error) => error.name,
      ),
    [address, options] as const,
  )
}

test('the Studio’s own page reads drafts and writes', async ({ page, lake }) => {
  await lake.client.create(secret)
  await openStudio(page)
  expect(await read(page, lake.address + drafts)).toContain('a secret')
  const headers = { 'Content-Type': 'application/json' }
  await read(page, lake.address + mutate, { method: 'POST', headers, body: mutation })
  expect(await lake.client.getDocument('mark')).toMatchObject({ title: 'mark' })
})

test('a page of another origin reads no drafts', async ({ foreignPage, lake }) => {
  await lake.client.create(secret)
  for (const host of ['localhost', '127.0.0.1'])
    for (const credentials of ['include', 'omit'] as const)
      for (const mode of ['cors', 'no-cors'] as const) {
        const answer = await read(foreignPage, `http://${host}:${lake.port}${drafts}`, { credentials, mode })
        expect([host, credentials, mode, answer.includes('a secret')]).toEqual([
          host,
          credentials,
          mode,
          false,
        ])
      }
})

test('a page of another origin writes nothing', async ({ foreignPage, lake }) => {
  const address = lake.address + mutate
  for (const credentials of ['include', 'omit'] as const)
    for (const [mode, type] of [
      ['cors', 'application/json'],
      ['no-cors', 'text/plain'],
    ] as const)
      await read(foreignPage, address, {
        method: 'POST',
        mode,
        credentials,
        headers: { 'Content-Type': type },
        body: mutation,
      })
  const answered = foreignPage.waitForResponse(address)
  await foreignPage.evaluate(
    ([action, body]) => {
      const form = Object.assign(document.createElement('form'), {
        action,
        method: 'post',
        enctype: 'text/plain',
      })
      // Sent as `{"mutations":[…],"":"="}`, which is JSON.
      const [name, value] = [`${body.slice(0, -1)},"":"`, '"}']
      form.append(Object.assign(document.createElement('input'), { name, value }))
      document.body.append(form)
      form.submit()
    },
    [address, mutation] as const,
  )
  expect((await answered).status()).toBe(403)
  expect(await lake.client.getDocument('mark')).toBeUndefined()
})

test('a page of another origin opens no WebSocket', async ({ foreignPage, lake }) => {
  const paths = ['data/listen/production?query=*', 'socket/production']
  for (const host of ['localhost', '127.0.0.1'])
    for (const path of paths) {
      const outcome = await foreignPage.evaluate(
        (url) =>
          new Promise((resolve) => {
            const socket = new WebSocket(url)
            for (const type of ['open', 'error']) socket.addEventListener(type, () => resolve(type))
          }),
        `ws://${host}:${lake.port}/v2025-02-19/${path}`,
      )
      expect([host, path, outcome]).toEqual([host, path, 'error'])
    }
})

test('a page of another origin cannot frame the Studio', async ({ foreignPage, lake }) => {
  await foreignPage.setContent(`<iframe src="${lake.address}/"></iframe>`)
  await expect
    .poll(() => foreignPage.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/')
})
